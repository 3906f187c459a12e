// Bookgammon's lights: Adalight in at 115200 baud, WS2812 out, for a bare ATmega328P (Arduino Uno, Nano; pin D6) or an
// ESP32 (GPIO 4). Open it in the Arduino IDE, or build it for the ATmega328P with Debian's gcc-avr and avr-libc:
//   avr-gcc -x c -mmcu=atmega328p -Os -o sketch.elf sketch.ino
//
// This file reads frames and knows when to go dark. atmega328p.h and esp32.h hold what differs: next_byte, say, show,
// a_tenth_passed.

#include <stdint.h>

#ifndef MOST_LEDS
#define MOST_LEDS 400     // 1200 of the 2048 bytes of an ATmega328P; LEDs beyond are read and left out
#endif
#define DARK_AFTER 10     // seconds without a whole frame until the lights go out
#define TORN_AFTER 1      // tenths of a second's silence inside a frame until it is given up

static uint8_t colours[3 * MOST_LEDS];   // as the strip wants them: green, red, blue
static uint16_t bytes_lit;               // how many of them the longest frame so far has set

#ifdef __AVR__
#include "atmega328p.h"
#else
#include "esp32.h"
#endif

static uint8_t state, high, low;         // state: 0 to 2 letters of "Ada", 3 to 5 the count and its check, 6 colours
static uint16_t filled;
static uint32_t left;

static uint8_t take(uint8_t c) {         // 1: a frame is whole
  switch (state) {
    case 1: state = c == 'd' ? 2 : c == 'A'; break;      // "AAda" is a header too
    case 2: state = c == 'a' ? 3 : c == 'A'; break;
    case 3: high = c; state = 4; break;
    case 4: low = c; state = 5; break;
    case 5:
      state = c == (uint8_t)(high ^ low ^ 0x55) ? 6 : c == 'A';
      left = 3UL * (((uint16_t)high << 8 | low) + 1UL);
      filled = 0;
      break;
    case 6:
      if (filled < sizeof colours) {     // red and green change places
        uint8_t part = filled % 3;
        colours[filled - part + (part == 0 ? 1 : part == 1 ? 0 : 2)] = c;
        filled++;
      }
      if (--left == 0) {
        for (uint16_t i = filled; i < bytes_lit; i++) colours[i] = 0;
        if (filled > bytes_lit) bytes_lit = filled;
        state = 0;
        return 1;
      }
      break;
    default: state = c == 'A'; break;
  }
  return 0;
}

static void go_dark(void) {
  for (uint16_t i = 0; i < bytes_lit; i++) colours[i] = 0;
  show();
}

static void begin(void) {
  bytes_lit = 3 * (MOST_LEDS < 60 ? MOST_LEDS : 60);   // whatever an earlier run left on the first LEDs
  go_dark();
  say("Ada\n");
}

static void turn(void) {                 // over and over again
  static uint8_t tenths, seconds, silence;
  int c = next_byte();
  if (c >= 0) {
    silence = 0;
    if (take((uint8_t)c)) {
      show();
      seconds = 0;
    }
  }
  if (!a_tenth_passed()) return;
  if (silence < 255) silence++;
  if (silence > TORN_AFTER) state = 0;
  if (++tenths < 10) return;
  tenths = 0;
  if (silence > 9) say("Ada\n");         // the computer is silent: it may be looking for us
  if (seconds < 255 && ++seconds == DARK_AFTER) go_dark();
}
