import type { Day } from "~/features/scheduling/availability/slots";
import type { Choice } from "./choice";
import type { Draft } from "./draft";
import type { SavedAddress } from "./saved-address";

/** Everything that the booking page shows for a draft. */
export type BookingPage = {
  draft: Draft;
  /** The services of the draft's type. */
  choices: Choice[];
  /** "yyyy-MM"; `days` are its days for the draft's service and hours. */
  month: string;
  days: Day[];
  firstMonth: string;
  lastMonth: string;
  today: string;
  currency: string;
  tax: { collect: boolean; rate: number };
  /** How a visit is paid for: by card before it, or on the day; or nothing can be booked online. */
  pay: "by card" | "on the day" | "not online";
  /** The company's. */
  phone: string;
  /** Addresses that the signed-in customer has saved, the default one first. */
  saved: SavedAddress[];
};
