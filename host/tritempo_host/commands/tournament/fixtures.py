"""`tritempo tournament fixtures`: the same command as `tritempo fixtures`, where one looks for it."""

from tritempo_host.commands.fixtures import fixtures

__all__ = ["fixtures"]
