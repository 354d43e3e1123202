"""Colour on a terminal: when it is used, what it is put on, and that it says nothing new."""

import io
import re

import pytest

from verifier.cli.colour import SUIT_COLOURS, Colour, in_ascii, is_coloured, look_of, painted

SGR = re.compile(r"\x1b\[[0-9]+m")


class Terminal(io.StringIO):
    def isatty(self):
        return True


@pytest.mark.parametrize(
    ("choice", "stream", "surroundings", "coloured"),
    [
        (Colour.AUTO, Terminal(), {}, True),
        (Colour.AUTO, Terminal(), {"NO_COLOR": "1"}, False),
        (Colour.AUTO, Terminal(), {"NO_COLOR": ""}, True),
        (Colour.AUTO, Terminal(), {"TERM": "dumb"}, False),
        (Colour.AUTO, io.StringIO(), {}, False),
        (Colour.AUTO, io.StringIO(), {"FORCE_COLOR": "1"}, True),
        (Colour.AUTO, io.StringIO(), {"FORCE_COLOR": ""}, False),
        (Colour.AUTO, Terminal(), {"FORCE_COLOR": "1", "NO_COLOR": "1"}, False),
        (Colour.AUTO, None, {}, False),
        (Colour.ALWAYS, io.StringIO(), {"NO_COLOR": "1"}, True),
        (Colour.ALWAYS, None, {}, True),
        (Colour.NEVER, Terminal(), {"FORCE_COLOR": "1"}, False),
    ],
)
def test_when_there_is_colour(choice, stream, surroundings, coloured):
    assert is_coloured(choice, stream, surroundings) is coloured


def test_what_is_painted():
    text = "a.replay: game 1 (line 1): faulty; kierki of Ewa\n  TRK201 revoke (illegal): line 11\n    allowed: 3C TD\n"
    text += "    | d2H\n    | ^^^\n"
    shown = painted(text)
    assert SGR.sub("", shown) == text
    assert "\x1b[31mfaulty\x1b[0m" in shown
    assert "\x1b[31mTRK201 revoke\x1b[0m (illegal)" in shown
    assert "\x1b[32m3C\x1b[0m \x1b[34mTD\x1b[0m" in shown
    assert "d\x1b[31m2H\x1b[0m" in shown
    assert "\x1b[36m^^^\x1b[0m\n" in shown


def test_four_suits_have_four_colours():
    assert len(set(SUIT_COLOURS.values())) == len(SUIT_COLOURS) == 4


@pytest.mark.parametrize("text", ["ABC", "2SX", "x7D8", "faulty", "TRK20 revoke", "^^ in a name"])
def test_what_is_not_painted(text):
    assert painted(text) == text


def test_all_in_ascii():
    text = "c (Gülşen) 3–4 █ 卡"
    assert in_ascii(text) == "c (G\\xfcl\\u015fen) 3\\u20134 \\u2588 \\u5361"
    assert look_of(Colour.NEVER, None, ascii_only=True)(text) == in_ascii(text)
    assert look_of(Colour.ALWAYS, None, ascii_only=True)("3C ü") == "\x1b[32m3C\x1b[0m \\xfc"


def test_colour_adds_nothing_but_colour(run, replays):
    plain = run("check", replays, "--statistics")
    coloured = run("check", replays, "--statistics", "--color", "always")
    assert plain.returncode == coloured.returncode == 2
    assert b"\x1b" not in plain.stdout
    assert coloured.stdout != plain.stdout
    assert SGR.sub("", coloured.stdout.decode()) == plain.stdout.decode()


@pytest.mark.parametrize("output_format", ["json", "jsonl", "sarif", "junit", "github", "gitlab", "markdown"])
def test_programs_get_no_colour(run, replays, output_format):
    arguments = ("check", replays, "--output-format", output_format)
    assert run(*arguments, "--color", "always", "--ascii").stdout == run(*arguments).stdout


def test_files_get_no_colour(run, replays, tmp_path):
    run("check", replays, "--output-format", f"full:{tmp_path / 'a.txt'}", "--color", "always")
    assert b"\x1b" not in (tmp_path / "a.txt").read_bytes()


def test_what_is_for_people_can_be_ascii(run, replays):
    assert not run("check", replays).stdout.isascii()
    assert run("check", replays, "--ascii", "--statistics").stdout.isascii()
