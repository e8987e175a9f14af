"""The site of a tournament as pages, and into a folder."""

from collections.abc import Mapping
from pathlib import Path

from tritempo_host.export.site.facts import Facts, Logs
from tritempo_host.export.site.folder import OthersError, OtherSiteError, write_folder
from tritempo_host.export.site.render import Live, language_pages, render
from tritempo_host.problem import Problem
from tritempo_host.spoken import spoken_language
from tritempo_host.text import clean
from tritempo_host.tournament.published import published
from tritempo_host.tournament.state import Tournament
from tritempo_host.words import speak


def pages(tournament: Tournament, summaries: Logs | None = None, lang: str = "ca") -> Mapping[str, str]:
    """All pages, by name: the same tournament and the same logs give the same text, wherever and whenever.

    `summaries`: by round and table, of the games whose clock's log is known. `lang`: what the first page leads to.
    """
    return render(Facts(published(tournament), summaries or {}), lang)


def one_page(facts: Facts, lang: str, name: str, bare: bool = False, live: Live | None = None) -> str | None:
    """A page of the site by itself, such as `standings-3.html`; None if there is none of this name. `bare`: from its
    heading on, to stand in a page of another program, which has `stylesheet()` too. `live`: it renews itself."""
    frame = "bare.html" if bare else "base.html"
    return next((text for _, text in language_pages(facts, lang, name, frame, live)), None)


def write_site(
    tournament: Tournament, folder: Path, summaries: Logs | None = None, lang: str = "ca", identity: str = ""
) -> list[str]:
    """Makes `folder` hold the site, and returns the names of the files that are new or changed.

    `identity` tells this tournament from others (its name in the store; else what it is called): a folder that holds
    the site of another one is not touched. Raises Problem, in the language of the command that runs.
    """
    say = speak("site", spoken_language())
    shown = clean(str(folder), 400)
    title = clean(tournament.name, 80)
    made = pages(tournament, summaries, lang)
    try:
        return write_folder(folder, made, identity or tournament.name, title)
    except OthersError as error:
        raise Problem(say("problem_others", folder=shown, file=error.name)) from None
    except OtherSiteError as error:
        raise Problem(say("problem_other_site", folder=shown, title=clean(error.title, 80))) from None
    except OSError as error:
        raise Problem(say("problem_cannot_write", folder=shown, why=error.strerror or error)) from None
