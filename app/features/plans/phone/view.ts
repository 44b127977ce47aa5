import type { SaleState } from "./rules";

/** A plan that staff sold by phone, for its panel in the office: finished strings, company time. */
export type OfficeSale = {
  state: SaleState;
  /** Until when the office holds it. */
  until: string;
  email: string | null;
  /** Where the customer pays; null unless it waits for that, and for who may not send it. */
  url: string | null;
};

/** The same for the holder of the link, who sees neither name nor address. */
export type PlanPayPage = {
  state: SaleState;
  /** "#1042". */
  number: string;
  service: string;
  /** "Every other Tuesday at 10:00 AM". */
  when: string;
  duration: string;
  lines: { label: string; amount: string }[];
  price: string;
  until: string;
  /** "Tue, Jun 9, 10:00 AM". */
  visits: string[];
  is_test: boolean;
  takes_cards: boolean;
};

/** A plan that was just sold, to read to the caller. */
export type PhoneSold = {
  id: string;
  number: string;
  name: string;
  service: string;
  when: string;
  first: string;
  price: string;
  sale: OfficeSale;
};
