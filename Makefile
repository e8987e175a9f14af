# Everything sets itself up: `make demo` and `make test` work in a fresh clone with Python 3.11 or later.

PYTHON ?= $(shell for p in python3 python3.14 python3.13 python3.12 python3.11 python; do \
	command -v $$p >/dev/null 2>&1 && $$p -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null && echo $$p && break; done)
VENV := .venv
BIN := $(VENV)/bin
READY := $(VENV)/ready
EMULATOR := $(VENV)/emulator

.PHONY: help demo play test emulator-test emulator-bench image-named image bench firmware lint cards hardware format clean

help:
	@echo "make demo    a MàTaM morning: nine teams, a match on three virtual clocks, standings, web site"
	@echo "make play    the clock in your terminal"
	@echo "make test    all tests"
	@echo "make bench   the benchmarks, with figures"
	@echo "make emulator-test, emulator-bench   the clock on an emulated Pico: docs/emulator.md"
	@echo "make hardware  pins, wiring, parts list and drill template, from hardware/board.toml"
	@echo "make cards   the card for the table, A5, in Catalan, Romanian and English: PDFs in build/cards"
	@echo "make firmware  the clock's firmware, compiled, in build/firmware (tritempo deploy needs nothing of it)"
	@echo "make lint    ruff, pyright and the import rule"

# Says the reason at once: no Python, too old a Python, a folder that cannot be written, no venv.
define CHECK
	@test -n "$(PYTHON)" || { echo "Tritempo needs Python 3.11 or later; none was found. Install it, or run: make PYTHON=/path/to/python3"; exit 1; }
	@command -v "$(PYTHON)" >/dev/null || { echo "There is no program $(PYTHON). Run: make PYTHON=/path/to/python3"; exit 1; }
	@"$(PYTHON)" -c 'import sys; sys.exit(sys.version_info < (3, 11) and "Tritempo needs Python 3.11 or later; $(PYTHON) is %d.%d." % sys.version_info[:2])'
	@test -w . || { echo "Tritempo sets itself up in $(CURDIR)/$(VENV), but this folder cannot be written to. Copy it to one of yours."; exit 1; }
	@test -x $(BIN)/python || "$(PYTHON)" -c 'import ensurepip, venv' \
		|| { echo "This Python cannot make a virtual environment (the reason is above). On Debian: apt install python3-venv"; exit 1; }
endef

$(READY): pyproject.toml
	$(CHECK)
	@echo "Setting up in $(VENV): once, a minute or so, and more where the net is slow ..."
	@test -x $(BIN)/python || "$(PYTHON)" -m venv $(VENV)
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev]'
	@touch $@
	@echo "Done. The command is $(BIN)/tritempo."

$(EMULATOR): $(READY) | image
	@$(BIN)/python -m pip install --quiet --disable-pip-version-check --editable '.[dev,emulator]'
	@touch $@

demo: $(READY)
	@$(BIN)/tritempo demo

play: $(READY)
	@$(BIN)/tritempo play

# A desk that runs holds on to its clocks' ports by name, and names of PTYs come again: these have the machine to themselves.
DESKS := $(patsubst %,tests/desk/test_%.py,live_clocks live_sending live_syncing clocks_page)

test: $(READY)
	$(BIN)/python -m pytest -n auto --ignore=tests/browser $(addprefix --ignore=,$(DESKS))
	$(BIN)/python -m pytest $(DESKS)
	$(BIN)/python -m pytest tests/browser

# TRITEMPO_UF2 has the path of a MicroPython image; without it both say so and fail, before anything is installed. For
# the rest see docs/emulator.md.
image-named:
	@test -n "$(TRITEMPO_UF2)" || { echo "set TRITEMPO_UF2 to a MicroPython image for the Pico (RPI_PICO-….uf2): docs/emulator.md"; exit 1; }

image: image-named $(READY)
	@PYTHONPATH=tests $(BIN)/python -m emulator.image

emulator-test: image $(EMULATOR)
	$(if $(HOURS),TRITEMPO_HOURS=$(HOURS)) $(if $(CUTS),TRITEMPO_CUTS=$(CUTS)) \
		$(BIN)/python -m pytest -n 2 --dist loadfile -s tests/emulator

emulator-bench: image $(EMULATOR)
	@PYTHONPATH=tests $(if $(MINUTES),TRITEMPO_MINUTES=$(MINUTES)) $(if $(GAME),TRITEMPO_GAME=$(GAME)) \
		$(BIN)/python -m $(if $(HOURS),emulator.hours $(HOURS),emulator.bench)

bench: $(READY)
	cd tests && ../$(BIN)/python -m bench

firmware: $(READY)
	@$(BIN)/python -m tritempo_host.deploy.build build/firmware

lint: $(READY)
	$(BIN)/ruff check .
	$(BIN)/ruff format --check .
	PYRIGHT_PYTHON_IGNORE_WARNINGS=1 $(BIN)/pyright
	$(BIN)/python -m pytest -q tests/test_imports.py

hardware: $(READY)
	$(BIN)/python hardware/make.py

cards: $(READY)
	$(BIN)/python docs/cards/make_cards.py

format: $(READY)
	$(BIN)/ruff check --fix .
	$(BIN)/ruff format .

clean:
	rm -rf $(VENV) build .pytest_cache .ruff_cache .hypothesis
