"""Names in the letters of formats that know only ASCII. Used only when somebody asks for it: it loses something."""

import unicodedata

# What does not come apart into a letter and its accent.
LETTERS = {
    "ß": "ss",
    "æ": "ae",
    "Æ": "AE",
    "œ": "oe",
    "Œ": "OE",
    "ø": "o",
    "Ø": "O",
    "đ": "d",
    "Đ": "D",
    "ð": "d",
    "Ð": "D",
    "þ": "th",
    "Þ": "Th",
    "ł": "l",
    "Ł": "L",
    "ħ": "h",
    "Ħ": "H",
    "ı": "i",
    "·": "",  # l·l: "ll", as rating lists without accents have it
    "\u2018": "'",
    "\u2019": "'",
    "\u02bc": "'",
    "\u201c": '"',
    "\u201d": '"',
    "\u201e": '"',
    "«": '"',
    "»": '"',
    "\u2010": "-",
    "\u2011": "-",
    "\u2013": "-",
    "\u2014": "-",
    "\u00a0": " ",
}


def to_ascii(text: str) -> str:
    """`Ștefania Gal·la` -> `Stefania Galla`. A letter of another alphabet is left out: see `is_lost`."""
    plain = "".join(LETTERS.get(letter, letter) for letter in text)
    apart = unicodedata.normalize("NFKD", plain)
    # a second time, since coming apart can bring forth what the table knows (ŀ: l and ·)
    return (
        "".join(LETTERS.get(letter, letter) for letter in apart if not unicodedata.combining(letter))
        .encode("ascii", "ignore")
        .decode("ascii")
    )


def is_lost(letter: str) -> bool:
    """Whether nothing of a letter is left in ASCII, so that a name would not be the same name any more."""
    return letter.isalnum() and not to_ascii(letter)
