"""Who may do what: four roles, each may do what those below it may."""

from enum import IntEnum


class Role(IntEnum):
    PUBLIC = 0  # whoever looks: standings, the wall, the public pages
    ENTRY = 1  # enters results of open rounds
    ARBITER = 2  # clocks, pauses, corrections, penalties, notes
    ORGANISER = 3  # everything

    @property
    def key(self) -> str:
        """Its name in the store and in words/desk_access.toml."""
        return self.name.lower()


def name_of_role(key: str) -> Role:
    """The role of this name; PUBLIC for one that is none."""
    return next((role for role in Role if role.key == key), Role.PUBLIC)


LENT = (Role.ARBITER, Role.ENTRY)  # those that an organiser gives to others, for one tournament
