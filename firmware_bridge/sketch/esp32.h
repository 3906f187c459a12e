// An ESP32 of any kind (Arduino core 3), strip on GPIO 4 through a level shifter. Its RMT unit makes the pulses.

#include <Arduino.h>

#define STRIP_PIN 4

static rmt_data_t pulses[24 * MOST_LEDS];   // one a bit, in tenths of a microsecond
static uint32_t tenths_done;

static int next_byte(void) {                // -1: nothing there
  return Serial.read();
}

static void say(const char *text) {
  Serial.print(text);
}

static void show(void) {                    // waits until all is sent; Serial's buffer takes what comes meanwhile
  for (uint16_t i = 0; i < bytes_lit; i++)
    for (uint8_t bit = 0; bit < 8; bit++) {
      uint8_t one = colours[i] >> (7 - bit) & 1;
      rmt_data_t *pulse = &pulses[8 * i + bit];
      pulse->level0 = 1;
      pulse->duration0 = one ? 8 : 3;
      pulse->level1 = 0;
      pulse->duration1 = one ? 5 : 9;
    }
  rmtWrite(STRIP_PIN, pulses, 8 * bytes_lit, RMT_WAIT_FOR_EVER);
}

static uint8_t a_tenth_passed(void) {
  if (millis() / 100 == tenths_done) return 0;
  tenths_done = millis() / 100;
  return 1;
}

static void begin(void);
static void turn(void);

void setup() {
  Serial.setRxBufferSize(1024);
  Serial.begin(115200);
  rmtInit(STRIP_PIN, RMT_TX_MODE, RMT_MEM_NUM_BLOCKS_1, 10000000);
  begin();
}

void loop() {
  turn();
}
