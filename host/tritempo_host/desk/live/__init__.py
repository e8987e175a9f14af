"""What moves while people look: the clocks, a sync, a round that is sent. No page and no HTTP in it: `hub` tells who
waits that a topic has news, and pages ask for the rest."""
