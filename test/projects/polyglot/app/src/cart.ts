/** The items that a customer is about to buy. */
export class Cart {
  readonly prices: number[] = [];

  /** Puts something in. */
  add(price: number): void {
    this.prices.push(price);
  }

  total(): number {
    return this.prices.reduce((sum, price) => sum + price, 0);
  }
}
