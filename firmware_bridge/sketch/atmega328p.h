// The bare ATmega328P at 16 MHz (Arduino Uno, Nano), strip on pin D6.
//
// It never turns interrupts on. While a picture is being sent to the strip, it looks for a byte from the computer
// after every byte sent, so that none is lost however closely the frames follow each other.

#include <avr/io.h>

#define STRIP_PORT PORTD
#define STRIP_DIRECTION DDRD
#define STRIP_BIT 6       // D6 on Arduino boards

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

// ---- the clock ------------------------------------------------------------------------------------------------

static uint8_t a_tenth_passed(void) {
  if (!(TIFR1 & (1 << OCF1A))) return 0;
  TIFR1 = 1 << OCF1A;
  return 1;
}

static void prepare(void) {
  STRIP_DIRECTION |= 1 << STRIP_BIT;
  STRIP_PORT &= ~(1 << STRIP_BIT);
  UBRR0 = 16;                            // 115200 baud, 2.1 % fast, as every Arduino
  UCSR0A = 1 << U2X0;
  UCSR0B = (1 << RXEN0) | (1 << TXEN0);
  UCSR0C = (1 << UCSZ01) | (1 << UCSZ00);
  TCCR1B = (1 << WGM12) | (1 << CS12);   // 62500 ticks a second, started anew every tenth of one
  OCR1A = 6249;
}

static void begin(void);
static void turn(void);

int main(void) {                          // Arduino's own, which turns interrupts on, is left out by this one
  prepare();
  begin();
  for (;;) turn();
}
