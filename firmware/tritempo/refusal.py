"""How the clock says no to its host, and the checks that every kind of request needs."""

# Largest whole number in any request. Flash is smaller, and so is every round and table number.
MAX_WHOLE = 0x7FFFFFFF


class RequestError(Exception):
    """The clock says no: `reason` is a word for programs, `text` says more in English, to the person who writes one."""

    def __init__(self, reason, text=""):
        super().__init__(reason)
        self.reason = reason
        self.text = text


def bad(text):
    """The refusal of data that is not what the verb needs."""
    return RequestError("data", text)


def whole(data, field, low=0, high=MAX_WHOLE):
    """A whole number that must be there. RequestError `data` for anything else: a float, a boolean, out of range."""
    value = data.get(field)
    # bool counts as int in Python, and `true` is no log number.
    if type(value) is not int or not low <= value <= high:
        raise bad("%s is a whole number from %d to %d" % (field, low, high))
    return value


def optional(data, field):
    """A whole number from 0 on, or None where it is null or missing."""
    return None if data.get(field) is None else whole(data, field)


def done(reason):
    """The data of `ok` for a change that was made; RequestError if the clock gave a reason why not."""
    if reason is not None:
        raise RequestError(reason)
    return {}
