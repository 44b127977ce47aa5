import { bounced_addresses } from "../../../app/db/schema/background";
import { services } from "../../../app/db/schema/catalog";
import { mails } from "../../../app/db/schema/mail";
import { formatCents } from "../../../app/lib/money";
import type { Database } from "../../../app/platform/database/database.server";
import { insertAll } from "./bulk";
import type { Customer } from "./customers";
import { CURRENCY, type Order } from "./orders";
import { ZONE } from "./roster";
import { atDaytime, type Frame, type Visit } from "./visits";

/** For so many days, the emails about visits are in the list. */
const DAYS = 9;

type World = Frame & {
  customers: readonly Customer[];
  visits: readonly Visit[];
  orders: ReadonlyMap<string, Order>;
};
type Letter = {
  occasion: string;
  visit: Visit;
  at: Temporal.Instant;
  subject: string;
  words: string;
};

/** The emails of the last days: bookings, reminders and receipts, and one that could not be delivered. */
export async function storeMails(tx: Database, world: World): Promise<void> {
  const { random, now } = world;
  const sold = await tx.select({ id: services.id, title: services.title }).from(services);
  const titles = new Map(sold.map(({ id, title }) => [id, title]));
  const since = now.subtract({ hours: 24 * DAYS });
  const { compare } = Temporal.Instant;
  const letters = world.visits
    .flatMap((visit) =>
      lettersOf(visit, titles.get(visit.sale?.service_id ?? ""), world.orders.get(visit.id)),
    )
    .filter(({ at }) => compare(since, at) < 0 && compare(at, now) < 0)
    .toSorted((one, other) => compare(one.at, other.at));
  await insertAll(
    tx,
    mails,
    letters.map(({ occasion, visit: { id, customer }, at, subject, words }) => ({
      ...{ id: random.uuid(), occasion, booking_id: id, user_id: customer.user_id },
      ...{ recipient: customer.email, subject, ...bodyOf(customer, words) },
      ...{ status: "sent" as const, attempts: 1, sent_at: at, created_at: at, updated_at: at },
    })),
  );
  await storeBounce(tx, world);
}

/** What a customer gets about a visit, as the site words it. */
function lettersOf(visit: Visit, service: string | undefined, order: Order | undefined): Letter[] {
  if (!service || !order || visit.cancelled) return [];
  const { range, created_at, id } = visit;
  const start = range.start.toZonedDateTimeISO(ZONE);
  const date = start.toLocaleString("en-US", {
    weekday: "long",
    year: "numeric",
    month: "long",
    day: "numeric",
  });
  const time = start.toLocaleString("en-US", { hour: "numeric", minute: "2-digit" });
  const reminded_at = range.start.subtract({ hours: 24 });
  const total = formatCents(order.row.amount, CURRENCY);
  const booked: Letter = {
    ...{ occasion: `booking-confirmed:${id}`, visit, at: created_at },
    subject: `Booked: ${service} on ${date}`,
    words: `Your crew arrives on ${date} at ${time}. You can move or cancel the visit on its page.`,
  };
  const reminder: Letter = {
    ...{ occasion: `reminder:${id}:${range.start.epochMilliseconds / 1000}`, visit, at: reminded_at },
    subject: `Reminder: ${service} tomorrow at ${time}`,
    words: `Your crew arrives tomorrow at ${time}. Please make sure someone can let them in.`,
  };
  const receipt: Letter = {
    ...{ occasion: `receipt:${id}`, visit, at: created_at.add({ seconds: 20 }) },
    subject: `Your receipt: ${total} for ${service}`,
    words: `We received ${total} for ${service} on ${date}. Thank you.`,
  };
  const isBookedBefore = Temporal.Instant.compare(created_at, reminded_at) < 0;
  return [booked, ...(order.session ? [receipt] : []), ...(isBookedBefore ? [reminder] : [])];
}

function bodyOf({ first_name }: Customer, words: string) {
  const text = `Hi ${first_name},\n\n${words}\n\nWhite Birch Cleaning`;
  const paragraphs = text.split("\n\n").map((line) => `<p style="margin:0 0 16px">${line}</p>`);
  const look =
    "max-width:560px;margin:0 auto;padding:32px 24px;font:16px/1.5 sans-serif;color:#1f2a24;background:#fff";
  return { text, html: `<div style="${look}">${paragraphs.join("")}</div>` };
}

/** An email that could not be delivered, and why. */
async function storeBounce(tx: Database, { random, now, customers }: World): Promise<void> {
  const [customer] = customers.filter(({ user_id, kind }) => !user_id && kind === "once");
  if (!customer) return;
  const at = atDaytime(now.subtract({ hours: 20 }), -9);
  const error = "550 5.1.1 The mailbox does not exist.";
  await insertAll(tx, mails, [
    {
      ...{ id: random.uuid(), occasion: `year:${customer.id}`, recipient: customer.email, attempts: 1 },
      subject: "Your receipt from White Birch Cleaning",
      ...bodyOf(customer, "Thank you for your visit. Your receipt is on the page of your booking."),
      ...{ status: "failed" as const, error, created_at: at, updated_at: at },
    },
  ]);
  await insertAll(tx, bounced_addresses, [{ address: customer.email, reason: error, created_at: at }]);
}
