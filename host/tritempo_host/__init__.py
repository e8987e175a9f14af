"""The organiser's side: finds clocks, fetches and audits their logs, and shows what happened at each table.

It replays every log through the portable clock in `tritempo`, and holds no rule of any game itself.
"""
