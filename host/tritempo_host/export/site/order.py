"""The order of names in an index, as each language has it, whatever languages the computer speaks.

Catalan and English pass over accents (À beside A, Ç beside C, l·l as ll); in Romanian ă, â, î, ș and ț are letters of
their own, each after the one that it is made from. What is still equal goes by the accents, then by the case.
"""

import unicodedata

# s and t with a cedilla are how older computers wrote the letters with a comma
ROMANIAN = {"ă": ("a", 1), "â": ("a", 2), "î": ("i", 1), "ș": ("s", 1), "ş": ("s", 1), "ț": ("t", 1), "ţ": ("t", 1)}
# letters that no accent makes
PLAIN = {"ß": "ss", "æ": "ae", "œ": "oe", "ø": "o", "đ": "d", "ł": "l", "ı": "i"}

Key = tuple[tuple[tuple[int, str, int], ...], str, str]


def sort_key(text: str, lang: str) -> Key:
    """To sort by. Numbers in a name count as numbers: `Manresa 2` before `Manresa 10`."""
    folded = unicodedata.normalize("NFC", text).casefold()
    parts: list[tuple[int, str, int]] = []
    digits = ""
    for character in [*folded, ""]:
        if character.isdecimal():
            digits += character
            continue
        if digits:
            parts.append((1, digits.lstrip("0").rjust(40, "0"), 0))
            digits = ""
        parts += _letters(character, lang)
    return tuple(parts), folded, text


def _letters(character: str, lang: str) -> list[tuple[int, str, int]]:
    if lang == "ro" and character in ROMANIAN:
        letter, after = ROMANIAN[character]
        return [(2, letter, after)]
    plain = PLAIN.get(character) or unicodedata.normalize("NFD", character)
    return [
        (2, letter, 0) if letter.isalpha() else (0, " ", 0) for letter in plain if letter.isalnum() or letter.isspace()
    ]
