#include "gauge.hpp"

int main() {
  Gauge pressure(1.5);
  /* 💣 */ double shown = pressure.value();
  return shown > pressure.value() ? 1 : 0;
}
