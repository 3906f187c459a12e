// An ATmega328P with its UART on a pseudo terminal and a WS2812 strip at pin D6, decoded from the pin's edges.
// Prints "PTY <device>", then for each picture that the strip latches a line
//   <bytes as hex, in the strip's order> <shortest and longest: 0 high, 1 high, bit, gap between bytes, in cycles>
// It never waits for the firmware to do anything: whoever started it ends it.
#include <stdio.h>
#include <string.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>
#include <simavr/parts/uart_pty.h>

#define LATCH 4480            // 280 us at 16 MHz
#define ONE 9                 // a high longer than this many cycles is a 1

struct range { unsigned least, most; };
static const struct range NOTHING = {~0u, 0};
static struct range zero, one, bit, gap;
static unsigned char bytes[8192];
static unsigned bits;
static avr_cycle_count_t rose, fell;
static int was;

static void note(struct range *r, avr_cycle_count_t n) {
  if (n < r->least) r->least = (unsigned)n;
  if (n > r->most) r->most = (unsigned)n;
}

static void begin(void) { bits = 0; zero = one = bit = gap = NOTHING; memset(bytes, 0, sizeof bytes); }

static void edge(struct avr_irq_t *irq, uint32_t value, void *param) {
  avr_t *avr = param;
  (void)irq;
  if ((int)value == was) return;
  was = (int)value;
  if (value) {
    if (bits % 8) note(&bit, avr->cycle - rose);
    else if (bits) note(&gap, avr->cycle - fell);
    rose = avr->cycle;
    return;
  }
  fell = avr->cycle;
  int is_one = fell - rose > ONE;
  note(is_one ? &one : &zero, fell - rose);
  if (bits / 8 < sizeof bytes && is_one) bytes[bits / 8] |= 0x80 >> bits % 8;
  bits++;
}

static void print_range(struct range r) { printf(" %d-%d", r.most ? (int)r.least : 0, (int)r.most); }

static void latch(void) {
  for (unsigned i = 0; i < bits / 8 && i < sizeof bytes; i++) printf("%02x", bytes[i]);
  if (bits % 8) printf("+%u", bits % 8);
  print_range(zero); print_range(one); print_range(bit); print_range(gap);
  printf("\n");
  fflush(stdout);
  begin();
}

int main(int argc, char **argv) {
  elf_firmware_t firmware;
  memset(&firmware, 0, sizeof firmware);
  if (argc < 2 || elf_read_firmware(argv[1], &firmware)) return 1;
  strcpy(firmware.mmcu, "atmega328p");
  firmware.frequency = 16000000;
  avr_t *avr = avr_make_mcu_by_name(firmware.mmcu);
  if (!avr) return 2;
  avr_init(avr);
  avr_load_firmware(avr, &firmware);
  uint32_t flags = 0;
  avr_ioctl(avr, AVR_IOCTL_UART_GET_FLAGS('0'), &flags);
  flags &= ~AVR_UART_FLAG_STDIO;
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  static uart_pty_t uart;
  uart_pty_init(avr, &uart);
  uart_pty_connect(&uart, '0');
  begin();
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), edge, avr);
  printf("PTY %s\n", uart.pty.slavename);
  fflush(stdout);
  int state;
  do {
    state = avr_run(avr);
    if (bits && !was && avr->cycle - fell > LATCH) latch();
  } while (state != cpu_Done && state != cpu_Crashed);
  uart_pty_stop(&uart);
  return 0;
}
