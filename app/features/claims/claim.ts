import type { Slot } from "~/features/scheduling/availability/slots";
import type { ClaimStatus } from "./rules";

/** A picture of a claim, by short links. */
export type ClaimPicture = { id: string; whole: string; small: string };

/** A picture that the form has already sent: `kept` is what it sends the next time in place of the picture. */
export type KeptPicture = { id: string; kept: string; small: string };

/** A claim as its customer reads it: finished strings, company time. */
export type CustomerClaim = {
  id: string;
  status: ClaimStatus;
  room: string;
  words: string;
  pictures: ClaimPicture[];
  at: string;
  /** By when the office answers. */
  due: string;
  /** What was decided, and staff's words; null while it is open. */
  decision: string | null;
  answer: string | null;
  /** The page of the visit that answers it. */
  re_clean: string | null;
};

/** What a visit's page says of claims: the newest one, and until when another can be opened (null: it can't). */
export type VisitClaims = { claim: CustomerClaim | null; until: string | null };

/** A claim in the office's list: finished strings, company time. */
export type ClaimRow = {
  id: string;
  status: ClaimStatus;
  customer: string;
  room: string;
  /** "#1042". */
  number: string;
  service: string;
  crew: string | null;
  at: string;
  /** "3 h left", or "2 h overdue"; null once it is answered. */
  clock: string | null;
  overdue: boolean;
};

/** A claim as the office reads it. */
export type OfficeClaim = ClaimRow &
  Pick<CustomerClaim, "words" | "pictures" | "due" | "decision" | "answer"> & {
    booking_id: string;
    customer_id: string | null;
    visit: string;
    address: string;
    re_clean_id: string | null;
    answered: { at: string; by: string } | null;
  };

/** What the form for a re-clean offers. `crew`: who came the first time. */
export type ReCleanOffer = {
  day: { date: string; slots: Slot[] };
  today: string;
  lengths: number[];
  crews: { id: string; name: string }[];
  crew: string | null;
};

/** Claims and completed visits of the last days, of a crew or a service. */
export type ClaimFigure = { id: string; name: string; claims: number; visits: number };
