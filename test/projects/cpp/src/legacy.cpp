#include "shapes.hpp"

double legacy() {
  geo::Circle old(1);
  /* 💣 */ old.resize(2.0);
  return old.area();
}
