/** Sections that the panel can show in full. */
export const EXPANDABLE = ["notes", "messages", "reviews"] as const;
export type Expandable = (typeof EXPANDABLE)[number];

/** A customer as formatted text. Dates are in company time. */
export type CustomerView = {
  id: string;
  name: string | null;
  email: string;
  email_verified: boolean;
  /** Bounce of the email as text; null if emails can be sent there. */
  bounced: string | null;
  two_factor: boolean;
  phone: string | null;
  joined: string;
  sessions: number;
  properties: {
    id: string;
    name: string | null;
    type: string;
    address: string;
    rooms: string | null;
    instructions: string | null;
    is_default: boolean;
  }[];
  bookings: {
    id: string;
    service: string;
    when: string;
    town: string;
    status: "pending" | "confirmed" | "completed" | "cancelled";
    amount: string;
    as_guest: boolean;
  }[];
  payments: {
    id: string;
    kind: "paid" | "refund";
    amount: string;
    status: string;
    on: string;
    is_test: boolean;
  }[];
  notes: { id: string; body: string; author: string; on: string }[];
  messages: { id: string; message: string; status: string; on: string }[];
  /** Totals, including rows that are not shown. */
  totals: Record<"bookings" | "payments" | Expandable, number>;
  reviews: { id: string; rating: number; review_text: string; service: string; on: string }[];
};
