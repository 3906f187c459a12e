// What the sketch uses of Espressif's Arduino core 3 (esp32-hal-rmt.h, HardwareSerial.h), so that it can be run on
// any computer: the serial line is standard input, and each picture's pulses are printed as one line of
// "duration0/duration1", in the ticks that rmtInit was told. Once the input has ended, time passes.
#pragma once

#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

enum rmt_ch_dir_t { RMT_RX_MODE, RMT_TX_MODE };
enum rmt_reserve_memsize_t { RMT_MEM_NUM_BLOCKS_1 = 1 };
#define RMT_WAIT_FOR_EVER UINT32_MAX

union rmt_data_t {
  struct {
    uint32_t duration0 : 15, level0 : 1, duration1 : 15, level1 : 1;
  };
  uint32_t val;
};

static bool ended;
static uint32_t asked;

inline uint32_t millis() {
  if (ended && ++asked > 100 * 20) exit(0);  // twenty seconds of silence
  return ended ? asked * 10 : 0;
}

inline bool rmtInit(int, rmt_ch_dir_t direction, rmt_reserve_memsize_t, uint32_t hertz) {
  return direction == RMT_TX_MODE && hertz == 10000000;
}

inline bool rmtWrite(int, rmt_data_t *data, size_t count, uint32_t) {
  for (size_t i = 0; i < count; i++) {
    if (data[i].level0 != 1 || data[i].level1 != 0) abort();
    printf("%u/%u ", unsigned(data[i].duration0), unsigned(data[i].duration1));
  }
  printf("\n");
  return true;
}

struct {
  void setRxBufferSize(size_t) {}
  void begin(unsigned long baud) {
    if (baud != 115200) abort();
  }
  int read() {
    int c = ended ? -1 : getchar();
    if (c < 0) ended = true;
    return c;
  }
  void print(const char *text) { fprintf(stderr, "%s", text); }
} Serial;

void setup();
void loop();

int main() {
  setup();
  for (;;) loop();
}
