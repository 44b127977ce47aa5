import { formatExtras } from "~/features/booking/manage/visit";
import { type CsvCell, csvOf, inUnits } from "~/lib/csv";
import { formatTime } from "~/lib/dates";
import { formatNumber } from "~/lib/number";

type Address = {
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string;
  zip_code: string;
};

const addressColumns: [string, (row: Address) => CsvCell][] = [
  ["Street", (row) => row.address_line1],
  ["Apartment, suite", (row) => row.address_line2],
  ["City", (row) => row.city],
  ["State", (row) => row.state],
  ["ZIP code", (row) => row.zip_code],
];

type Visit = Address & {
  id: string;
  number: number;
  service: string;
  status: string;
  scheduled_date: string;
  scheduled_time: string;
  duration_hours: number;
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_feet: number | null;
  extras: readonly { title: string; quantity: number }[];
  notes: string | null;
  customer_name: string | null;
  customer_email: string | null;
  customer_phone: string | null;
  created_at: Temporal.Instant;
};
type Order = { id: string; booking_id: string | null; amount: number; currency: string; status: string };
type Refund = { order_id: string; amount: number; status: string };

/** One row per visit. Amounts are in currency units. */
export function bookingsCsv(
  visits: readonly Visit[],
  orders: readonly Order[],
  refunds: readonly Refund[],
): string {
  const ofVisit = (id: string) => orders.filter((order) => order.booking_id === id);
  const paid = (id: string) => sum(ofVisit(id).filter(({ status }) => status === "completed"));
  const refunded = (id: string) => {
    const ids = new Set(ofVisit(id).map((order) => order.id));
    return sum(refunds.filter(({ order_id, status }) => ids.has(order_id) && status === "completed"));
  };
  return csvOf(visits, [
    ["Booking", ({ number }) => formatNumber(number)],
    ["Service", ({ service }) => service],
    ["Status", ({ status }) => status],
    ["Date", ({ scheduled_date }) => scheduled_date],
    ["Time", ({ scheduled_time }) => formatTime(scheduled_time)],
    ["Hours", ({ duration_hours }) => duration_hours],
    ...addressColumns,
    ["Bedrooms", ({ bedrooms }) => bedrooms],
    ["Bathrooms", ({ bathrooms }) => bathrooms],
    ["Half baths", ({ half_baths }) => half_baths],
    ["Square feet", ({ square_feet }) => square_feet],
    ["Extras", ({ extras }) => formatExtras(extras)],
    ["Notes", ({ notes }) => notes],
    ["Name", ({ customer_name }) => customer_name],
    ["Email", ({ customer_email }) => customer_email],
    ["Phone", ({ customer_phone }) => customer_phone],
    ["Total", ({ id }) => inUnits(sum(ofVisit(id)))],
    ["Paid", ({ id }) => inUnits(paid(id))],
    ["Refunded", ({ id }) => inUnits(refunded(id))],
    ["Currency", ({ id }) => ofVisit(id)[0]?.currency ?? null],
    ["Booked at", ({ created_at }) => created_at.toString()],
  ]);
}

type Property = Address & {
  name: string | null;
  property_type: string;
  is_default: boolean;
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_footage: number | null;
  special_instructions: string | null;
  pets: string | null;
  parking: string | null;
};

export function propertiesCsv(properties: readonly Property[]): string {
  return csvOf(properties, [
    ["Name", ({ name }) => name],
    ["Type", ({ property_type }) => property_type],
    ["Default", ({ is_default }) => is_default],
    ...addressColumns,
    ["Bedrooms", ({ bedrooms }) => bedrooms],
    ["Bathrooms", ({ bathrooms }) => bathrooms],
    ["Half baths", ({ half_baths }) => half_baths],
    ["Square footage", ({ square_footage }) => square_footage],
    ["Special instructions", ({ special_instructions }) => special_instructions],
    ["Pets", ({ pets }) => pets],
    ["Parking", ({ parking }) => parking],
  ]);
}

type Review = { booking_id: string; rating: number; review_text: string; updated_at: Temporal.Instant };

export function reviewsCsv(reviews: readonly Review[], visits: readonly Visit[]): string {
  const visitOf = (id: string) => visits.find((visit) => visit.id === id);
  const numberOf = (visit: Visit | undefined) => visit && formatNumber(visit.number);
  return csvOf(reviews, [
    ["Booking", ({ booking_id }) => numberOf(visitOf(booking_id)) ?? null],
    ["Service", ({ booking_id }) => visitOf(booking_id)?.service ?? null],
    ["Date", ({ booking_id }) => visitOf(booking_id)?.scheduled_date ?? null],
    ["Stars", ({ rating }) => rating],
    ["Review", ({ review_text }) => review_text],
    ["Written at", ({ updated_at }) => updated_at.toString()],
  ]);
}

function sum(amounts: readonly { amount: number }[]): number {
  return amounts.reduce((total, { amount }) => total + amount, 0);
}
