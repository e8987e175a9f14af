"""The settings as a host sets them: kept over boots, several at once, and an honest answer where the flash fails."""

import pytest

from tritempo import keeper
from tritempo.kept import SETTINGS, is_setting
from tritempo.session import Session


def test_settings_from_the_host_are_kept_and_the_others_stay(tmp_path):
    one = Session(str(tmp_path), "x")
    one.keep_setting("sound", 3)
    assert one.keep_settings({"pin": ["A", "B", "TRUMP"], "lang": "ro"}) is None
    assert Session(str(tmp_path), "x").settings == {**SETTINGS, "pin": ["A", "B", "TRUMP"], "lang": "ro", "sound": 3}


def test_a_code_can_be_taken_away(tmp_path):
    one = Session(str(tmp_path), "x")
    one.keep_settings({"pin": ["A", "B", "A"]})
    one.keep_settings({"pin": None})
    assert Session(str(tmp_path), "x").settings["pin"] is None


def test_a_flash_that_fails_is_said_and_they_count_until_the_power_goes(tmp_path, monkeypatch):
    def refuse(old, new):
        raise OSError(5, "flash")

    one = Session(str(tmp_path), "x")
    monkeypatch.setattr(keeper.os, "rename", refuse)
    assert one.keep_settings({"pin": ["A", "A", "A"]}) == "flash"
    assert one.settings["pin"] == ["A", "A", "A"]


@pytest.mark.parametrize(("name", "value"), [("colour", 1), ("pin", ["A", "B", "PAUSE"]), ("sound", 4), ("lang", 3)])
def test_what_is_no_setting(name, value):
    assert not is_setting(name, value)
