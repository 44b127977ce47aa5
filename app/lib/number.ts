const MAX = 2_147_483_647;

/** What people call a booking, an order, a plan or a customer: "#1042". */
export function formatNumber(number: number): string {
  return `#${number}`;
}

/** "10,000". */
export function formatCount(count: number): string {
  return count.toLocaleString("en-US");
}

/** The number that somebody typed as "1042" or "#1042"; null for anything else. */
export function numberIn(text: string): number | null {
  const [, digits] = /^#?\s?(\d{1,10})$/.exec(text.trim()) ?? [];
  const number = Number(digits);
  return digits && number > 0 && number <= MAX ? number : null;
}
