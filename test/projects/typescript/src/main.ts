import { Circle, scale, type Shape, Square, Units, settings } from "./shapes.js";
import { größe } from "./legacy.js";

/* 💣 */ const wheel = Circle.of(3);
const tile = new Square(scale(2));

export function total(shapes: Shape[]): number {
  let sum = 0;
  for (const shape of shapes) sum += shape.area();
  return sum;
}

export const report = "💣💣 " + total([wheel, tile]) + wheel.area();
export const feet = Units.Metric.toFeet(größe("💣") + wheel.radius);
export const opacity = settings.nested.opacity;
