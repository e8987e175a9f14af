"""The web site of a tournament: a folder of plain files in three languages, for screens, phones and paper.

`write_site` is the door; nothing in here knows a rule of any game.
"""

from tritempo_host.export.site.site import pages, write_site

__all__ = ["pages", "write_site"]
