/** How many times as wide as high a logo is from which on it says the name itself, and is no icon. */
const WORDMARK = 1.8;

export function isWordmark({ width, height }: { width: number; height: number }): boolean {
  return width / height >= WORDMARK;
}
