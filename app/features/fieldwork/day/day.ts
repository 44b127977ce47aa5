import type { Language } from "~/features/fieldwork/messages/language";
import type { VisitEvent } from "./progress";
import type { Report } from "./report";

/** An item of a checklist in the member's language. */
export type Item = { id: string; text: string; required: boolean };

/** What is to be cleaned, as far as it is known. */
export type Rooms = {
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_feet: number | null;
};

/** A visit in a crew's day: what the crew needs at the door, and no more about the customer. */
export type Stop = {
  id: string;
  /** "#1042" */
  number: string;
  /** yyyy-MM-dd and "8:00 AM", company time. */
  date: string;
  starts: string;
  ends: string;
  /** Under which day the phone shows it: one that is under way at midnight goes on today. */
  on: "today" | "tomorrow";
  /** Minutes of driving from the stop before; null for the first of a day or without driving times. */
  drive: number | null;
  address: string;
  /** Opens the phone's map. */
  map: string;
  /** First name; null if nobody knows it. */
  customer: string | null;
  /** The number for calls and texts to the customer. */
  phone: string | null;
  service: string;
  /** Null where rooms don't apply. */
  rooms: Rooms | null;
  extras: string | null;
  /** What the home's owner said of the home, and what was said with the booking. */
  pets: string | null;
  parking: string | null;
  home_notes: string | null;
  notes: string | null;
  status: "confirmed" | "completed";
  /** Grows when the office moves or changes it. */
  sequence: number;
  items: Item[];
  /** The required items are waived by the office. */
  items_waived: boolean;
  events: VisitEvent[];
  reports: Report[];
  /** What shows the home; on the day of the visit only. */
  home_photos: { href: string; caption: string | null }[];
  /** How many photos were taken before and after the work. */
  photos: { before: number; after: number };
  /** When the entry codes of its home can be shown, in milliseconds; null if it has none. */
  codes: { from: number; until: number } | null;
};

/** What the phone shows: the member's stops of today and tomorrow, and the hours of the week. Times by the server's clock. */
export type CrewDay = {
  member: { id: string; name: string; language: Language };
  crew: { id: string; name: string; members: { id: string; name: string }[] };
  company: { name: string; phone: string | null; zone: string };
  /** Milliseconds: when this was read, and until when the phone may show it without asking for the PIN. */
  now: number;
  locks_at: number;
  today: string;
  tomorrow: string;
  stops: Stop[];
  /** Minutes of work of each day of this week until now, Monday first. */
  week: { date: string; minutes: number }[];
};
