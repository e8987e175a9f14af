"""The formats' systems of the reference cases (`tritempo cases`): the input of a case in, what is expected out."""

from collections.abc import Callable, Mapping
from typing import Any

from tritempo_host.export import tou, tsh
from tritempo_host.export.trouble import CannotHoldError


def _in_plain_words(
    case: Callable[[Mapping[str, Any]], dict[str, Any]],
) -> Callable[[Mapping[str, Any]], dict[str, Any]]:
    def evaluate(given: Mapping[str, Any]) -> dict[str, Any]:
        try:
            return case(given)
        except CannotHoldError as error:
            raise ValueError(error.spoken("en")) from None

    return evaluate


SYSTEMS = {"fmt_tsh_t": _in_plain_words(tsh.case), "fmt_tou": _in_plain_words(tou.case)}
