#pragma once

namespace geo {

/// A length with its unit.
struct Length {
  double value;
  const char *unit;
};

namespace detail {
double square(double x);
}

/// Something with an area.
class Shape {
public:
  explicit Shape(const char *name);
  virtual ~Shape();
  virtual double area() const = 0;
  const char *name() const { return name_; }

private:
  const char *name_;
};

class Circle : public Shape {
public:
  Circle(double radius);
  double area() const override;
  bool operator==(const Circle &other) const;
  void resize(double radius);
  void resize(const Length &radius, int times);

private:
  double radius_;
};

template <typename T> T largest(T a, T b) { return a < b ? b : a; }

enum class Colour { Red, Green };

} // namespace geo
