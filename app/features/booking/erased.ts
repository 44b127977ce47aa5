/** The street of a booking whose customer's account was deleted; nobody can book without one. */
export const ERASED_STREET = "";

/** Whether a booking's personal data is gone, because its customer's account was deleted. */
export function isErased({ address_line1 }: { address_line1: string }): boolean {
  return address_line1 === ERASED_STREET;
}
