import type { BookingStatus } from "~/features/booking/booking";
import type { RefundStatus } from "~/features/booking/money/refund-words";

/** What every page of a visit says of it. */
export type ShownVisit = {
  status: BookingStatus;
  service: string;
  date_in_words: string;
  time: string;
  duration: string;
  address: string;
};

export type PriceLine = { label: string; amount: string };
export type GivenBack = { amount: string; status: RefundStatus; date: string };

/** "2 bedrooms, 1 bathroom", the highest ones with a plus (spec section 9); null when rooms don't apply. */
export function formatRooms(bedrooms: number | null, bathrooms: number | null): string | null {
  const words = [count(bedrooms, "bedroom", 5), count(bathrooms, "bathroom", 4)].filter(Boolean);
  return words.length > 0 ? words.join(", ") : null;
}

function count(rooms: number | null, word: string, most: number): string | null {
  if (rooms === null) return null;
  return `${rooms === most ? `${rooms}+` : rooms} ${rooms === 1 ? word : `${word}s`}`;
}

/** A refund in the words of a bill. */
export function formatRefund({ status, date }: Pick<GivenBack, "status" | "date">): string {
  if (status === "completed") return `Refunded on ${date}`;
  return status === "pending" ? "Refund on its way" : "Not refunded yet";
}
