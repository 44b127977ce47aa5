/** A review as everybody may read it. */
export type ShownReview = { id: string; name: string; town: string; rating: number; text: string };

/** All published reviews: how many there are, and the average of their stars. */
export type ReviewSummary = { count: number; average: number };

/** What a card of the home page has room for. */
export const SHOWN_LENGTH = 280;

/** Whom the home page names: the first name, and where the visit was. Without one it is "A customer". */
export function signatureOf({ first_name, town }: { first_name: string | null; town: string }) {
  return { name: first_name?.trim() || "A customer", town: town.trim() };
}

/** The beginning of a long text, up to the end of a word. */
export function excerptOf(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  if (line.length <= SHOWN_LENGTH) return line;
  const cut = line.slice(0, SHOWN_LENGTH + 1).replace(/\s\S*$/, "");
  return `${cut.slice(0, SHOWN_LENGTH).replace(/[\s.,;:–-]+$/, "")} …`;
}
