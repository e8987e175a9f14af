"""What the display says, in Catalan, Romanian and English. The words are in firmware/words/words.txt.

A language is a module of bytes (display/words_ca.py and so on) that is loaded when it is first spoken: all three would
take 6 KB of a Pico's RAM. Where a word stands, and so how wide it may be, is in tests/tritempo/test_words.py. Soft keys
break into two lines at a space.
"""

from tritempo.control import LANGUAGES

MOST = 24  # words that are kept as they were said: those of the fullest screen

_said = {}
_spoken = [None, b""]  # the language, and its words


def word(lang, key):
    """The word of a key in a language; in English for another language.

    A key that is missing comes back as it is: a clock does not stop for want of a word. (A test looks for those.)
    """
    if _spoken[0] != lang:
        _spoken[:] = lang, _table(lang)
        _said.clear()
    said = _said.get(key)
    if said is None:
        if len(_said) >= MOST:
            _said.clear()
        said = _said[key] = _look_up(_spoken[1], key)
    return said


def _look_up(table, key):
    # On bytes: in a text MicroPython counts the characters up to a place again and again.
    start = b"\n" + key.encode() + b"|"
    at = table.find(start)
    if at < 0:
        return key
    at += len(start)
    return table[at : table.find(b"\n", at)].decode()


def _table(lang):
    if lang == LANGUAGES[0]:
        from tritempo.display import words_ca as words
    elif lang == LANGUAGES[1]:
        from tritempo.display import words_ro as words
    else:
        from tritempo.display import words_en as words
    return words.TABLE


def keys():
    """All keys, in order."""
    return [line.split("|")[0] for line in _table("en").decode().split("\n") if line]
