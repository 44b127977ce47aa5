import { type CsvColumns, inUnits } from "~/lib/csv";
import { formatTime } from "~/lib/dates";
import { type OfficeExport, UNKNOWN } from "./list";

/** The columns of the file; the browser has no use for them. */
export const BOOKING_COLUMNS: CsvColumns<OfficeExport> = [
  ["Booking", ({ id }) => id],
  ["Customer", ({ customer }) => customer ?? UNKNOWN.customer],
  ["Phone", ({ phone }) => phone],
  ["Email", ({ email }) => email],
  ["Service", ({ service }) => service ?? UNKNOWN.service],
  ["Hours", ({ duration_hours }) => duration_hours],
  ["Date", ({ date }) => date],
  ["Time", ({ time }) => formatTime(time)],
  ["Street", ({ street }) => street],
  ["Apartment, suite", ({ apartment }) => apartment],
  ["City", ({ city }) => city],
  ["State", ({ state }) => state],
  ["ZIP code", ({ zip_code }) => zip_code],
  ["Amount", ({ amount }) => inUnits(amount)],
  ["Currency", ({ currency }) => currency],
  ["Status", ({ status }) => status],
  ["Paid", ({ paid }) => paid],
  ["Test payment", ({ is_test }) => is_test],
  ["Crew", ({ crew }) => crew],
  ["Booked at", ({ created_at }) => created_at.toString()],
];
