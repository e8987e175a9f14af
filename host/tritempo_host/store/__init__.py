"""The organiser's store: raw logs kept for ever, and everything else computed from them."""
