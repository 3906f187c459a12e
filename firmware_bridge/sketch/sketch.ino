// Bookgammon's lights: Adalight in at 115200 baud, WS2812 out on pin D6, for a bare ATmega328P at 16 MHz
// (Arduino Uno, Nano). Open it in the Arduino IDE, or build it with Debian's gcc-avr and avr-libc:
//   avr-gcc -x c -mmcu=atmega328p -Os -o sketch.elf sketch.ino
//
// It never turns interrupts on. While a picture is being sent to the strip, it looks for a byte from the computer
// after every byte sent, so that none is lost however closely the frames follow each other.

#include <avr/io.h>
#include <stdint.h>

#ifndef MOST_LEDS
#define MOST_LEDS 400     // 1200 of the 2048 bytes of memory; LEDs beyond are read and left out
#endif
#define DARK_AFTER 10     // seconds without a whole frame until the lights go out
#define TORN_AFTER 1      // tenths of a second's silence inside a frame until it is given up
#define STRIP_PORT PORTD
#define STRIP_DIRECTION DDRD
#define STRIP_BIT 6       // D6 on Arduino boards

static uint8_t colours[3 * MOST_LEDS];   // as the strip wants them: green, red, blue
static uint16_t bytes_lit;               // how many of them the longest frame so far has set

// ---- the serial line ------------------------------------------------------------------------------------------

static uint8_t ring[256];                // the two indices wrap round by themselves
static uint8_t ring_in, ring_out;

static inline void listen(void) {
  if (UCSR0A & (1 << RXC0)) ring[ring_in++] = UDR0;
}

static int next_byte(void) {             // -1: nothing there
  listen();
  return ring_in == ring_out ? -1 : ring[ring_out++];
}

static void say(const char *text) {
  for (; *text; text++) {
    while (!(UCSR0A & (1 << UDRE0))) listen();
    UDR0 = *text;
  }
}

// ---- the strip ------------------------------------------------------------------------------------------------

// One byte, highest bit first, 20 cycles (1.25 us) a bit: a 1 is high for 13 cycles (0.81 us), a 0 for 5 (0.31 us).
// `out` writes the whole port: its other pins must not change meanwhile, and they do not.
static inline void send_byte(uint8_t value) {
  uint8_t high = STRIP_PORT | (1 << STRIP_BIT), low = STRIP_PORT & ~(1 << STRIP_BIT), bits = 8;
  __asm__ volatile(
    "1: out %[port], %[high]  \n"        // 0: up
    "   rjmp .+0              \n"        // 1, 2
    "   nop                   \n"        // 3
    "   sbrs %[value], 7      \n"        // 4 (5 too where it skips)
    "   out %[port], %[low]   \n"        // 5: a 0 goes down
    "   lsl %[value]          \n"        // 6
    "   rjmp .+0              \n"        // 7, 8
    "   rjmp .+0              \n"        // 9, 10
    "   nop                   \n"        // 11
    "   nop                   \n"        // 12
    "   out %[port], %[low]   \n"        // 13: down
    "   rjmp .+0              \n"        // 14, 15
    "   nop                   \n"        // 16
    "   dec %[bits]           \n"        // 17
    "   brne 1b               \n"        // 18, 19
    : [value] "+r"(value), [bits] "+r"(bits)
    : [port] "I"(_SFR_IO_ADDR(STRIP_PORT)), [high] "r"(high), [low] "r"(low));
}

static void show(void) {                 // the line rests between frames far longer than the 280 us a strip needs
  for (uint16_t i = 0; i < bytes_lit; i++) {
    send_byte(colours[i]);
    listen();
  }
}

static void go_dark(void) {
  for (uint16_t i = 0; i < bytes_lit; i++) colours[i] = 0;
  show();
}

// ---- Adalight -------------------------------------------------------------------------------------------------

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

int main(void) {
  STRIP_DIRECTION |= 1 << STRIP_BIT;
  STRIP_PORT &= ~(1 << STRIP_BIT);
  UBRR0 = 16;                            // 115200 baud, 2.1 % fast, as every Arduino
  UCSR0A = 1 << U2X0;
  UCSR0B = (1 << RXEN0) | (1 << TXEN0);
  UCSR0C = (1 << UCSZ01) | (1 << UCSZ00);
  TCCR1B = (1 << WGM12) | (1 << CS12);   // 62500 ticks a second, started anew every tenth of one
  OCR1A = 6249;

  bytes_lit = 3 * (MOST_LEDS < 60 ? MOST_LEDS : 60);   // whatever an earlier run left on the first LEDs
  go_dark();
  say("Ada\n");

  uint8_t tenths = 0, seconds = 0, silence = 0;
  for (;;) {
    int c = next_byte();
    if (c >= 0) {
      silence = 0;
      if (take((uint8_t)c)) {
        show();
        seconds = 0;
      }
    }
    if (!(TIFR1 & (1 << OCF1A))) continue;
    TIFR1 = 1 << OCF1A;
    if (++silence > TORN_AFTER) state = 0;
    if (++tenths < 10) continue;
    tenths = 0;
    if (silence > 9) say("Ada\n");       // the computer is silent: it may be looking for us
    if (seconds < 255 && ++seconds == DARK_AFTER) go_dark();
  }
}
