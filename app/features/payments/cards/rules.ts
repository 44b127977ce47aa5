/** What a customer agrees to who saves a card in place of another one. */
export function replacementConsent(company: string): string {
  return `I allow ${company} to save this card and to charge it in place of my earlier one, for the bookings and up to the amounts that I agreed to.`;
}

/** A booking that a card is to pay for, which keeps it from being removed. */
export type Depending = { number: string; when: string };

/** A saved card as its customer sees it. `expires`: "12/2030". */
export type MyCard = { id: string; name: string; expires: string; depending: Depending[] };

/** Why a customer's card can't be removed; null if it can. */
export function whyNotRemovable(depending: readonly Depending[]): string | null {
  if (depending.length === 0) return null;
  const [{ number, when } = { number: "", when: "" }, ...others] = depending;
  const visits =
    others.length > 0
      ? `booking ${number} on ${when} and ${others.length} more`
      : `booking ${number} on ${when}`;
  return `This card pays for ${visits}. Replace it with another card, or cancel the booking first.`;
}
