/** Shapes that know their area. */

export interface Shape {
  readonly name: string;
  area(): number;
}

/** Writes down each call of what it decorates. */
export function traced<This, Args extends unknown[], Return>(
  method: (this: This, ...args: Args) => Return,
  context: ClassMethodDecoratorContext,
): (this: This, ...args: Args) => Return {
  return function (this: This, ...args: Args): Return {
    log.push(String(context.name));
    return method.apply(this, args);
  };
}

export const log: string[] = [];

export class Circle implements Shape {
  readonly name = "circle";
  #radius: number;

  constructor(radius: number) {
    this.#radius = radius;
  }

  get radius(): number {
    return this.#radius;
  }

  set radius(value: number) {
    this.#radius = value;
  }

  // How much plane it covers.
  @traced
  area(): number {
    return Math.PI * this.#radius ** 2;
  }

  static of(radius: number): Circle;
  static of(text: string): Circle;
  static of(from: number | string): Circle {
    return new Circle(Number(from));
  }

  *[Symbol.iterator](): Iterator<number> {
    yield this.#radius;
  }
}

export class Square implements Shape {
  readonly name = "square";

  constructor(readonly side: number) {}

  area(): number {
    return this.side * this.side;
  }
}

/** Scales a length. */
export function scale(length: number): number;
export function scale(shape: Square, factor: number): Square;
export function scale(what: number | Square, factor = 2): number | Square {
  const doubled = (value: number) => value * factor;
  return typeof what === "number" ? doubled(what) : new Square(doubled(what.side));
}

export namespace Units {
  export namespace Metric {
    export const metre = 1;
    export function toFeet(metres: number): number {
      return metres * 3.28084;
    }
  }
}

export const settings = {
  "line-width": 2,
  nested: {
    "fill.colour": "red",
    opacity: 0.5,
  },
};
