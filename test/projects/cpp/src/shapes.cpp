#include "shapes.hpp"

namespace geo {

double detail::square(double x) { return x * x; }

Shape::Shape(const char *name) : name_(name) {}
Shape::~Shape() = default;

Circle::Circle(double radius) : Shape("💣 circle"), radius_(radius) {}

double Circle::area() const {
  const double pi = 3.14159;
  return pi * detail::square(radius_);
}

bool Circle::operator==(const Circle &other) const { return radius_ == other.radius_; }

void Circle::resize(double radius) { radius_ = radius; }

void Circle::resize(const Length &radius, int times) {
  for (int i = 0; i < times; ++i) radius_ += radius.value;
}

} // namespace geo
