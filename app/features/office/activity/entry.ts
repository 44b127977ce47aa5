export type Details = Record<string, unknown>;

/** One line of the audit trail, as it is stored. */
export type Entry = { actor: string; action: string; entity: string; entity_id: string; details: Details };

/** What ids stand for, as far as it is still known. */
export type Names = {
  people: ReadonlyMap<string, string>;
  /** The day of a booking. */
  bookings: ReadonlyMap<string, string>;
  crews: ReadonlyMap<string, string>;
  services: ReadonlyMap<string, string>;
  /** In which an order, or the order of a booking, was paid. */
  currencies: ReadonlyMap<string, string>;
  /** The company's, where nothing else is known. */
  currency: string;
};
