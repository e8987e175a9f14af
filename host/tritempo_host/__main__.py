"""`python -m tritempo_host`: the same as the command `tritempo`."""

from tritempo_host.cli import main

main()
