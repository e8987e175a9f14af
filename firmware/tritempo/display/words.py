"""What the display says, in Catalan, Romanian and English.

One text and not three dicts: that is a third of the RAM, and a translator sees the three side by side. A line is
`key|Catalan|Romanian|English`. Where a word stands, and so how wide it may be, is in tests/tritempo/test_words.py.
Soft keys break into two lines at a space.
"""

from tritempo.control import LANGUAGES

_TABLE = """
challenge|impugna|contestă|challenge
score|punts|puncte|score
score_tiles|punts o fitxes|puncte, piese|score or tiles
overdraw|fitxa de més|piesă în plus|extra tile
arbiter|àrbitre|arbitru|arbiter
bag_empty|sac buit|sac gol|bag empty
late|fa tard|întârziat|late player
flag|bandera|steguleț|flag fall
power|corrent|curent|power
pass|passa|pas|pass
exchange|canvi|schimb|swap
lost|perdut|pierdut|lost
refused|anul·lada|anulată|refused
unfinished|inacabat|neterminat|unfinished
none|jugada|mutare|play
prorroga|pròrroga|timp în plus|extra time
tornar|tornar a tirar|joacă din nou|play again
salva|salva|a doua șansă|second try
canvi|canvi|schimb liber|free swap
rescat|rescat|ia jokerul|take blank
triple|triple <6|triplu <6|triple <6
out|sense fitxes|fără piese|played out
passes|tots passen|toți pas|all pass
no_score|sense punts|fără puncte|no score
blocked|bloqueig|blocaj|blocked
flag_end|bandera|steguleț|flag fall
abandon|abandona|abandon|resigns
draw|empat|remiză|draw
interrupted|aturada|oprită|stopped
aborted|anul·lada|anulată|void game
round_limit|temps de ronda|timp rundă|round limit
valid|vàlida|validă|valid
void|nul·la|nulă|void
more|més|altele|more
back|enrere|înapoi|back
yes|sí|da|yes
no|no|nu|no
confirm|accepta|accept|OK
cancel|cancel·la|renunță|cancel
resume|continua|continuă|resume
menu|menú|meniu|menu
undo|desfés|anulează|undo
give|dona temps|dă timp|give time
take|treu temps|ia timp|take time
adjust|ajusta temps|reglează timpul|adjust time
end_game|acaba partida|încheie partida|end game
mark|marca torn|notează tura|mark turn
setup|partida nova|partidă nouă|new game
settings|opcions|setări|settings
maintenance|servei tècnic|service|service
lang|llengua|limba|language
sound|so|sunet|sound
rotation|seients|locuri|seating
next|següent|următor|next
previous|anterior|anterior|previous
choose|tria|alege|choose
plus|+|+|+
minus|-|-|-
title_pause|PAUSA: per què?|PAUZĂ: de ce?|PAUSE: why?
title_challenge|Impugnació|Contestație|Challenge
title_cards|Trumfos|Atuuri|Trumps
title_more|Més trumfos|Alte atuuri|More trumps
title_menu|Àrbitre|Arbitru|Arbiter
title_end|Com acaba?|Cum se încheie?|How does it end?
title_adjust|Ajusta el temps|Reglează timpul|Adjust time
title_salva|Salvaimpugnació?|A doua șansă?|A second try?
title_setup|Partida nova|Partidă nouă|New game
title_pin|Codi de l'àrbitre|Codul arbitrului|Arbiter's code
title_void|Jugada nul·la|Mutare nulă|Play is void
title_mark|Marca l'últim torn|Notează tura|Mark the turn
salva_30|salva 30 s|30 s în plus|try 30 s
turn_lost|torn perdut|tură pierdută|turn lost
ig_state|ara no|nu acum|not now
ig_dead_time|massa aviat|prea repede|too soon
ig_press|aquest botó no|nu acest buton|not this button
ig_reason|motiu no permès|motiv nepermis|reason not allowed
ig_trump|trumfo no jugable|atu nejucabil|trump not playable
ig_held|trumfo d'un altre|atuul e al altuia|somebody else's trump
ig_time|temps exhaurit|timp expirat|no time left
ig_mark|no es pot marcar|nu se poate nota|cannot be marked
ig_undo|res per desfer|nimic de anulat|nothing to undo
ig_pin|codi incorrecte|cod greșit|wrong code
ig_other|ignorat|ignorat|ignored
tr_log_not_saved|registre no desat|jurnal nesalvat|log not saved
tr_flash_full|memòria plena|memorie plină|storage full
tr_memory|memòria al 80 %|memorie la 80 %|memory at 80 %
tr_display|falla la pantalla|ecran defect|display fault
tr_button_stuck|botó encallat|buton blocat|button stuck
tr_time_jump|salt del rellotge|salt al ceasului|clock jumped
tr_power|tall de corrent|pană de curent|power was cut
why_challenge|impugnació|contestație|challenge
why_score|punts|puncte|score
why_overdraw|fitxa de més|piesă în plus|extra tile
why_arbiter|àrbitre|arbitru|arbiter
why_bag_empty|sac buit|sac gol|bag empty
why_late|fa tard|întârziat|late player
why_flag|bandera|steguleț|flag fall
why_power|apagada|pană curent|power cut
pause|PAUSA|PAUZĂ|PAUSE
begins|Comença|Începe|First
racks_full|Faristols plens? Premeu|Suporturi pline? Apăsați|Racks full? Press
to_play|Ara juga|La mutare|Next
press_start|Premeu per començar|Apăsați pentru start|Press to start
turn|torn|tura|turn
hand|mà|mâna|hand
turns_left|resten|încă|left:
turn_left|resta|încă|left:
round|Ronda|Runda|Round
table|Taula|Masa|Table
player|Jugador|Jucător|Player
players|jugadors|jucători|players
time_up|TEMPS|TIMP|TIME
hold_lost|mantingueu: torn perdut|țineți: tură pierdută|hold: turn lost
flag_down|bandera caiguda|a căzut stegulețul|flag has fallen
one_more|i una més|încă una|one more
last_hand|ÚLTIMA MÀ|ULTIMA MÂNĂ|LAST HAND
again|torna a tirar|joacă din nou|plays again
retry|salva 30 s|a doua șansă|second try
sg_passes|fi? tots passen|final? toți pas|end? all pass
sg_no_score|fi? sense punts|final? fără puncte|end? no score
over|FI|FINAL|END
log|registre|jurnal|log
saved|desat|salvat|saved
not_saved|NO DESAT|NESALVAT|NOT SAVED
points|punts|puncte|points
service|Servei tècnic|Service|Service
service_back|Per tornar: desendolleu|Înapoi: scoateți cablul|To go on: unplug
sync|Enviant registres|Se trimit jurnale|Sending logs
"""


# The words that have been said, of one language: a screen says the same ones ten times a second.
_said = {}
_said_in = [None]


def word(lang, key):
    """The word of a key in a language; in English for another language.

    A key that is missing comes back as it is: a clock does not stop for want of a word. (A test looks for those.)
    """
    if _said_in[0] != lang:
        _said.clear()
        _said_in[0] = lang
    if key not in _said:
        _said[key] = _look_up(lang, key)
    return _said[key]


def _look_up(lang, key):
    at = _TABLE.find("\n" + key + "|")
    if at < 0:
        return key
    row = _TABLE[at + 1 : _TABLE.find("\n", at + 1)]
    return row.split("|")[1 + LANGUAGES.index(lang if lang in LANGUAGES else "en")]


def keys():
    """All keys, in order."""
    return [line.split("|")[0] for line in _TABLE.split("\n") if line]
