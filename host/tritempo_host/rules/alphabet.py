"""Names in alphabetical order as Catalan or Romanian lists have it, the same on every computer whatever its locale."""

import unicodedata

# Letters that Unicode does not take apart into a base and an accent.
WHOLE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})
# In Romanian these are letters of their own, behind those that they look like. The wynn is behind z and in no name.
ROMANIAN = str.maketrans({"ă": "aƿ", "â": "aƿƿ", "î": "iƿ", "ș": "sƿ", "ş": "sƿ", "ț": "tƿ", "ţ": "tƿ"})


def alphabetical(text: str, language: str = "ca") -> tuple[tuple[str, ...], str]:
    """A key to sort by: word by word; accents, capitals, ç and the point of l·l count only where nothing else differs.

    `Puig Roca` comes before `Puigdemont`, `Àlvarez` among the A, `Coll`, `Col·lell`, `Collet` as if they had no point.
    With `language` "ro" ă, â, î, ș and ț are letters: `Tudor` comes before `Țiriac`.
    """
    folded = unicodedata.normalize("NFC", text.casefold())
    folded = folded.translate(ROMANIAN) if language == "ro" else folded
    plain = "".join(c for c in unicodedata.normalize("NFD", folded) if not unicodedata.combining(c))
    kept = "".join(c if c.isalnum() else " " if c.isspace() or c in "-‐–" else "" for c in plain.translate(WHOLE))
    return tuple(kept.split()), unicodedata.normalize("NFC", text)


def by_surnames(surnames: str, name: str, language: str = "ca") -> tuple[tuple[tuple[str, ...], str], ...]:
    """A key for people: surnames, then name. An accent in the surnames counts only where the names, too, are the same:
    `García, Anna` comes before `Garcia, Berta`."""
    keys = [alphabetical(surnames, language), alphabetical(name, language)]
    return *((words, "") for words, _ in keys), *(((), written) for _, written in keys)
