"""Every word in three languages, in letters that are drawn, and no wider than its place."""

import ast
from pathlib import Path

import pytest

import tritempo
from dialog_words import DIALOGS, WORD_KEYS
from tritempo.buttons.dialog_parts import MORE
from tritempo.control import PAUSES
from tritempo.display import font, glyphs, headings
from tritempo.display.asking import MARK_STEPS, two_lines
from tritempo.display.screens import SIDE_PX
from tritempo.display.words import LANGUAGES, keys, word

FOLDER = Path(tritempo.__file__).parent / "display"
TABLE = FOLDER.parents[1] / "words" / "words.txt"
END_REASONS = ("out", "passes", "no_score", "blocked", "flag_end", "abandon", "draw", "interrupted", "aborted")

KEY_PX = 40  # a soft key within its plate
BAR_PX = 124
TIME_PX = font.width("59:59") + 4  # at the right of a bar: how long a pause has been
TABLE_PX = font.width("R10 M25") + 4
HALF_LINE_PX = 126


def key_words():
    """The words of all soft keys."""
    found = {MORE.word}
    for row in DIALOGS.values():
        found.update(key.word for key in (*row.keys, row.each) if key is not None and key.word is not None)
    return sorted(found)


def hint_pairs():
    """(row, word of PAUSE or None, word of TRUMP or None) of every dialog."""
    for name, row in DIALOGS.items():
        if row.title is not None:
            pause = row.pause or row.release
            yield name, pause and pause.word, row.trump and row.trump.word


def said_in_source():
    """Every word that the sources of the display ask for by its name: `say(info, "…")`."""
    found = {"round", "table"}  # said one after the other (headings.round_and_table)
    for name in ("panels", "headings", "asking", "screens"):
        for node in ast.walk(ast.parse((FOLDER / f"{name}.py").read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and ast.unparse(node.func).endswith("say"):
                key = node.args[1]
                either = (key.body, key.orelse) if isinstance(key, ast.IfExp) else (key,)
                found.update(str(each.value) for each in either if isinstance(each, ast.Constant))
    return found


def troubles():
    """Every word for the top line that a source has, whichever part of the clock it is about."""
    found = set()
    for file in FOLDER.parents[1].rglob("*.py"):
        if not file.name.startswith("words_"):
            for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value.startswith("tr_"):
                    found.add(node.value)
    return found


# What the clock can say, by the place in which it says it.
SAID = {
    "dialogs": set(WORD_KEYS),
    "screens": said_in_source(),
    "zero": set(headings._ZERO_LINES.values()),
    "trouble": troubles(),
    "ends": {*END_REASONS, "round_limit"},
    "pauses": {f"why_{reason}" for reason in (*PAUSES, "power")},
    "marks": {"pass", "exchange", "lost", "refused", "unfinished", "none"},
    "suggestions": {"sg_passes", "sg_no_score"},
    "kinds": {"again", "retry"},
}


def each_word(names):
    return [pytest.param(lang, key, id=f"{key}-{lang}") for key in names for lang in LANGUAGES]


def test_every_line_has_a_key_and_three_words():
    lines = [line.split("|") for line in TABLE.read_text(encoding="utf-8").splitlines()]
    assert all(len(line) == 4 and all(line) and all(part == part.strip() for part in line) for line in lines)
    assert len(set(keys())) == len(lines)


@pytest.mark.parametrize("where", SAID)
def test_there_is_a_word_for_every_key(where):
    assert SAID[where] <= set(keys())


def test_every_word_is_said_somewhere():
    """Each takes memory on the clock."""
    assert set(keys()) <= set().union(*SAID.values())


def test_what_is_said_is_found():
    assert {"begins", "press_start", "racks_full", "last_hand", "saved", "not_saved"} <= said_in_source()
    assert {"tr_log_not_saved", "tr_flash_full", "tr_memory", "tr_display", "tr_button_stuck"} <= troubles()


def test_a_word_that_is_missing_does_not_stop_the_clock():
    assert word("ca", "no such word") == "no such word"
    assert word("fr", "pass") == word("en", "pass") == "pass"


@pytest.mark.parametrize("lang, key", each_word(keys()))
def test_letters_are_drawn(lang, key):
    assert set(word(lang, key)) <= set(glyphs.TEXT_CHARACTERS) - {font.MISSING}


@pytest.mark.parametrize("key", keys())
def test_romanian_has_commas_below_and_no_cedillas(key):
    assert not set(word("ro", key)) & set("şţŞŢãÃ")


@pytest.mark.parametrize("lang, key", each_word(key_words()))
def test_soft_keys(lang, key):
    lines = two_lines(word(lang, key), KEY_PX - 2)
    assert max(font.width(line) for line in lines) <= KEY_PX
    # In the first of two lines a comma below would touch the second.
    assert len(lines) == 1 or not set(lines[0]) & set("șțȘȚ")


@pytest.mark.parametrize("lang, key", each_word(MARK_STEPS))
def test_mark_steps(lang, key):
    assert font.width(word(lang, key)) <= 30


@pytest.mark.parametrize("lang", LANGUAGES)
@pytest.mark.parametrize("name, pause, trump", list(hint_pairs()))
def test_hints(lang, name, pause, trump):
    hints = [sign + word(lang, key) for sign, key in (("⏸ ", pause), ("♦ ", trump)) if key is not None]
    assert font.width("   ".join(hints)) <= HALF_LINE_PX
    if "running" in DIALOGS[name].states:
        assert all(font.width(hint) <= 36 for hint in hints)


@pytest.mark.parametrize("lang, key", each_word(sorted({row.title for row in DIALOGS.values() if row.title})))
def test_titles(lang, key):
    assert font.width(word(lang, key)) <= BAR_PX - max(TIME_PX, TABLE_PX)


@pytest.mark.parametrize("lang, key", each_word([f"why_{reason}" for reason in (*PAUSES, "power")]))
def test_reasons_of_pauses(lang, key):
    assert font.width(f"{word(lang, 'pause')}: {word(lang, key)}") <= BAR_PX - TIME_PX


@pytest.mark.parametrize("lang, key", each_word((*END_REASONS, "round_limit")))
def test_reasons_of_ends(lang, key):
    assert font.width(f"{word(lang, 'over')}: {word(lang, key)}") <= BAR_PX - TABLE_PX


@pytest.mark.parametrize("lang, key", each_word([key for key in keys() if key.startswith(("ig_", "tr_"))]))
def test_short_messages(lang, key):
    assert font.width("⚠ " + word(lang, key)) <= BAR_PX


@pytest.mark.parametrize(
    "lang, key", each_word(["hold_lost", "flag_down", "sg_passes", "sg_no_score", "racks_full", "press_start"])
)
def test_whole_lines(lang, key):
    assert font.width(word(lang, key)) <= 126


@pytest.mark.parametrize("lang, key", each_word(["time_up", "again", "retry", "last_hand", "one_more"]))
def test_tags_leave_room_for_a_name(lang, key):
    assert font.width(word(lang, key)) <= 128 - 50


# The most that can be left after the limit of a round: two hands of four (MG 31).
NUMBERS = {"hand": 99, "turn": 299, "turn_left": 1, "turns_left": 8}


@pytest.mark.parametrize("lang, key", each_word(NUMBERS))
def test_beside_the_time(lang, key):
    assert font.width(f"{word(lang, key)} {NUMBERS[key]}") <= SIDE_PX


def test_the_modules_are_those_of_the_table():
    """After words.txt was changed: python firmware/words/pack.py."""
    import importlib.util

    path = FOLDER.parents[1] / "words" / "pack.py"
    spec = importlib.util.spec_from_file_location("pack_words", path)
    assert spec is not None and spec.loader is not None
    pack = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(pack)
    assert pack.LANGUAGES == LANGUAGES
    for lang in LANGUAGES:
        assert pack.target(lang).read_text(encoding="utf-8") == pack.source(lang)


def test_another_language_is_said_at_once():
    said = [word(lang, "player") for lang in ("ca", "ro", "en", "ca", "xx")]
    assert said == ["Jugador", "Jucător", "Player", "Jugador", "Player"]
    assert word("ca", "no such word") == "no such word"
