export function price(cents: number): string;
export function price(text: string): string;
export function price(amount: number | string): string {
  return typeof amount === "number" ? (amount / 100).toFixed(2) : amount;
}
