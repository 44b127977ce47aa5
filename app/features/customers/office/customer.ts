/** What the panel can show all of. */
export const LONGER = ["notes", "messages", "reviews"] as const;
export type Longer = (typeof LONGER)[number];

/** A customer as the panel shows them: finished strings, company time. */
export type CustomerView = {
  id: string;
  name: string | null;
  email: string;
  email_verified: boolean;
  /** That the address bounced, in words; null when mail may go there. */
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
  /** How many of each there are, shown or not. */
  totals: Record<"bookings" | "payments" | Longer, number>;
  reviews: { id: string; rating: number; review_text: string; service: string; on: string }[];
};
