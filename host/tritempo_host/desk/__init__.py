"""The organiser's desk: the tournament in a browser, live (`tritempo serve`). It shows what others know, and no rule of
any game lives in it."""
