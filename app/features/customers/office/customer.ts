import type { HomePhoto } from "~/features/customers/photos/photo";

/** Sections that the panel can show in full. */
export const EXPANDABLE = ["notes", "messages", "reviews"] as const;
export type Expandable = (typeof EXPANDABLE)[number];

/** An email or a phone number as people write it. */
export type ContactView = { value: string; label: string | null; verified: boolean };

/** The account that belongs to a customer. */
type AccountView = {
  id: string;
  email: string;
  email_verified: boolean;
  two_factor: boolean;
  sessions: number;
  /** Bounce of the email as text; null if emails can be sent there. */
  bounced: string | null;
};

/** A customer as formatted text. Dates are in company time. */
export type CustomerView = {
  id: string;
  /** "#1042". */
  number: string;
  kind: "person" | "company";
  name: string | null;
  /** Whom to ask for at a company. */
  person: string | null;
  emails: ContactView[];
  phones: ContactView[];
  language: string;
  tags: string[];
  source: string | null;
  joined: string;
  account: AccountView | null;
  properties: {
    id: string;
    name: string | null;
    type: string;
    address: string;
    rooms: string | null;
    instructions: string | null;
    pets: string | null;
    parking: string | null;
    photos: HomePhoto[];
    is_default: boolean;
  }[];
  bookings: {
    id: string;
    number: string;
    service: string;
    when: string;
    town: string;
    status: "pending" | "confirmed" | "completed" | "cancelled";
    amount: string;
    as_guest: boolean;
  }[];
  plans: { id: string; number: string; service: string; rhythm: string; status: string; amount: string }[];
  payments: {
    id: string;
    order_id: string;
    number: string;
    kind: "paid" | "refund";
    amount: string;
    status: string;
    on: string;
    is_test: boolean;
  }[];
  /** What was paid less what was given back, and what visits that took place or will still cost; null if nothing. */
  money: CustomerMoney;
  notes: { id: string; body: string; author: string; on: string }[];
  messages: { id: string; message: string; status: string; on: string }[];
  /** Totals, including rows that are not shown. */
  totals: Record<"bookings" | "payments" | Expandable, number>;
  reviews: { id: string; rating: number; review_text: string; service: string; on: string }[];
};

export const LANGUAGES = { en: "English", es: "Spanish", fr: "French", pt: "Portuguese" } as const;

/** How a customer came. */
export const SOURCES = {
  website: "The website",
  phone: "A phone call",
  referral: "A recommendation",
  advertisement: "An advertisement",
  other: "Something else",
} as const;

export type CustomerMoney = Record<"paid" | "due" | "overdue" | "credit", string | null>;

/** "$80.00, $30.00 of it overdue"; null when nothing is due. */
export function formatDue({ due, overdue }: Pick<CustomerMoney, "due" | "overdue">): string | null {
  if (!due || !overdue) return due;
  return due === overdue ? `${due}, overdue` : `${due}, ${overdue} of it overdue`;
}
