// An ATmega328P with its UART on a pseudo terminal and a WS2812 strip at pin D6, decoded from the pin's edges.
// Prints "PTY <device>", then for each picture that the strip latches a line
//   <bytes as hex, in the strip's order> <shortest and longest: 0 high, 1 high, bit, gap between bytes, in cycles>
// It never waits for the firmware to do anything: whoever started it ends it. One thread: simavr's own pseudo
// terminal (uart_pty) feeds the chip from a second one, and now and then bytes are lost between the two.
#include <fcntl.h>
#include <pty.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>
#include <simavr/sim_avr.h>
#include <simavr/sim_elf.h>
#include <simavr/avr_ioport.h>
#include <simavr/avr_uart.h>

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

static int here, there, room;          // room: the UART takes bytes
static unsigned char waiting[256];
static ssize_t count, done;
static avr_irq_t *input;

static void said(struct avr_irq_t *irq, uint32_t value, void *param) {
  unsigned char byte = (unsigned char)value;
  (void)irq; (void)param;
  if (write(here, &byte, 1) < 0) return;   // nobody reads what the chip says: let it go
}

static void feed(void) {
  while (room && done < count) avr_raise_irq(input, waiting[done++]);
}

static void on(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq; (void)value; (void)param;
  room = 1;
  feed();
}

static void off(struct avr_irq_t *irq, uint32_t value, void *param) {
  (void)irq; (void)value; (void)param;
  room = 0;
}

static avr_irq_t *uart(avr_t *avr, int which) { return avr_io_getirq(avr, AVR_IOCTL_UART_GETIRQ('0'), which); }

static void connect_terminal(avr_t *avr) {
  char name[128];
  struct termios raw;
  if (openpty(&here, &there, name, NULL, NULL) < 0) { perror("openpty"); _exit(3); }
  tcgetattr(there, &raw);
  cfmakeraw(&raw);
  tcsetattr(there, TCSANOW, &raw);
  fcntl(here, F_SETFL, O_NONBLOCK);
  input = uart(avr, UART_IRQ_INPUT);
  avr_irq_register_notify(uart(avr, UART_IRQ_OUTPUT), said, NULL);
  avr_irq_register_notify(uart(avr, UART_IRQ_OUT_XON), on, NULL);
  avr_irq_register_notify(uart(avr, UART_IRQ_OUT_XOFF), off, NULL);
  printf("PTY %s\n", name);
  fflush(stdout);
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
  flags &= ~(AVR_UART_FLAG_STDIO | AVR_UART_FLAG_POOL_SLEEP);
  avr_ioctl(avr, AVR_IOCTL_UART_SET_FLAGS('0'), &flags);
  begin();
  avr_irq_register_notify(avr_io_getirq(avr, AVR_IOCTL_IOPORT_GETIRQ('D'), 6), edge, avr);
  connect_terminal(avr);
  int state;
  avr_cycle_count_t look = 0;
  do {
    state = avr_run(avr);
    if (bits && !was && avr->cycle - fell > LATCH) latch();
    if (done == count && avr->cycle > look) {
      look = avr->cycle + 1600;            // ten times a millisecond
      count = read(here, waiting, sizeof waiting);
      if (count < 0) count = 0;
      done = 0;
      feed();
    }
  } while (state != cpu_Done && state != cpu_Crashed);
  return 0;
}
