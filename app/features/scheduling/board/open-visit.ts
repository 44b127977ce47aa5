import type { Slot } from "~/features/scheduling/availability/slots";

/** One visit beside the board, with what its day has free for a visit as long as this one. */
export type OpenVisit = {
  id: string;
  date: string;
  time: string;
  crew_id: string | null;
  sequence: number;
  status: string;
  attention: string | null;
  service: string;
  when: string;
  duration: string;
  address: string;
  customer: string | null;
  phone: string | null;
  email: string | null;
  notes: string | null;
  why_not: string | null;
  slots: Slot[];
};
