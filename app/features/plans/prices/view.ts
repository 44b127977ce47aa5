/** The page for price rises. */
export type RisePage = {
  services: { id: string; title: string }[];
  service: string;
  plans: { id: string; number: string; customer: string; service: string; when: string; price: string }[];
  /** Rises that customers know of. `of`: how many were announced together. */
  announced: {
    id: string;
    plan_id: string;
    number: string;
    customer: string;
    before: string;
    after: string;
    from: string;
    kept: boolean;
    of: number;
  }[];
  /** The first day on which a new price may be charged, by the notice of so many days. */
  earliest: string;
  notice: number;
};

/** What a rise would do, formatted; `why` a plan keeps its price. */
export type ShownRise = {
  rows: {
    id: string;
    number: string;
    customer: string;
    service: string;
    before: string;
    after: string | null;
    from: string | null;
    why: string | null;
  }[];
  count: number;
  sums: { before: string; after: string; more: string }[];
  seen: string;
};
