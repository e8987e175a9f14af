"""Names in alphabetical order as Catalan lists have it, the same on every computer whatever its locale."""

import unicodedata

# Letters that Unicode does not take apart into a base and an accent.
WHOLE = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "þ": "th", "æ": "ae", "œ": "oe", "ı": "i"})


def alphabetical(text: str) -> tuple[tuple[str, ...], str]:
    """A key to sort by: word by word; accents, capitals, ç and the point of l·l count only where nothing else differs.

    `Puig Roca` comes before `Puigdemont`, `Àlvarez` among the A, `Coll`, `Col·lell`, `Collet` as if they had no point.
    """
    plain = "".join(c for c in unicodedata.normalize("NFD", text.casefold()) if not unicodedata.combining(c))
    kept = "".join(c if c.isalnum() else " " if c.isspace() or c in "-‐–" else "" for c in plain.translate(WHOLE))
    return tuple(kept.split()), unicodedata.normalize("NFC", text)
