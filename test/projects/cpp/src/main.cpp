#include "shapes.hpp"

namespace {
int exitCode() { return 0; }
} // namespace

extern "C" int puts(const char *text);
#define SAY(text) puts(text)

static double report(const geo::Shape &shape) {
  /* 💣 */ double area = shape.area(); SAY("💣 area");
  const auto best = geo::largest(area, 1.0);
  return best;
}

int main() {
  geo::Circle wheel(2);
  wheel.resize({1.0, "m"}, 3);
  report(wheel);
  return exitCode();
}
