"""What each display wants to hear before it shows anything: the commands, and where its RAM begins.

All three are 128 x 64 behind I2C and take the same writes by page (`B0` to `B7`, then the column in two nibbles), which
is all that device/display.py uses. They differ in what makes their voltage and in the RAM of the SH1106, which is 132
columns wide with the glass in the middle. From the data sheets: SSD1306 rev. 1.1 (tables 9-1 and the application note
on the charge pump), SSD1309 rev. 1.1 (table 8-1), SH1106 V2.3 (command table).

The lists hold nothing that is seen when it is sent again, so they are, every now and then: the display that a nudge
has reset is off, and an SSD1306 without its charge pump, too.
"""

ADDRESSES = (0x3C, 0x3D)

# Common to all, in this order: one division of the oscillator, 64 rows, no offset, RAM from row 0 on, columns and rows
# turned as the usual modules are mounted (pins on top), rows wired alternately.
_LAYOUT = b"\xd5\x80\xa8\x3f\xd3\x00\x40\xa1\xc8\xda\x12"
# Bright; what the RAM says, not all pixels lit; lit is lit; on.
_SHOWING = b"\x81\xcf\xa4\xa6\xaf"

# kind: (first column of the glass in the RAM, commands)
PANELS = {
    # Addressing by page, scrolling off, charge pump on (8D 14), precharge and level that suit the pump.
    "ssd1306": (0, _LAYOUT + b"\x20\x02\x2e\x8d\x14\xd9\xf1\xdb\x20" + _SHOWING),
    # Commands unlocked (FD 12); no pump of its own: the module makes 12 V and more, and wants a longer discharge.
    "ssd1309": (0, b"\xfd\x12" + _LAYOUT + b"\x20\x02\x2e\xd9\x82\xdb\x34" + _SHOWING),
    # DC-DC on (AD 8B) at 8 V (32). It knows no other addressing than by page.
    "sh1106": (2, _LAYOUT + b"\xad\x8b\x32\xd9\x22\xdb\x35" + _SHOWING),
}
