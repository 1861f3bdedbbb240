#pragma once

/// Something that is read.
class Gauge {
public:
  explicit Gauge(double value) : value_(value) {}
  /// What it shows.
  double value() const { return value_; }

private:
  double value_;
};
