"""The web site of a tournament: a folder of plain files in three languages, for screens, phones and paper.

`write_site` is the door; nothing in here knows a rule of any game.
"""

from tritempo_host.export.site.facts import Facts
from tritempo_host.export.site.render import Live, stylesheet
from tritempo_host.export.site.site import one_page, pages, write_site

__all__ = ["Facts", "Live", "one_page", "pages", "stylesheet", "write_site"]
