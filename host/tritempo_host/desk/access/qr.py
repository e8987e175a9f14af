"""An address as a picture that a phone's camera reads."""

from functools import lru_cache

import segno
from markupsafe import Markup

BORDER = 4  # modules of quiet around it, as the standard asks


@lru_cache(maxsize=64)
def qr(text: str, label: str) -> Markup:
    """Inline SVG, black on white also on a dark page; `label` for who does not see it."""
    picture = segno.make(text, error="m", micro=False).svg_inline(
        border=BORDER, omitsize=True, dark="#000", light="#fff"
    )
    return Markup('<svg class="qr" role="img" aria-label="{}" {}').format(
        label, Markup(picture.removeprefix("<svg ").replace(' class="segno"', "", 1))
    )
