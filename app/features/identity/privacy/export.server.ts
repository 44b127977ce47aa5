import { and, desc, eq, isNotNull, isNull } from "drizzle-orm";
import { strToU8, type ZippableFile, zipSync } from "fflate";
import { users } from "~/db/schema/accounts";
import { customer_contacts, customers } from "~/db/schema/customers";
import { type CalendarVisit, calendarFile } from "~/features/booking/emails/calendar.server";
import { formatDuration } from "~/features/booking/length";
import { formatExtras, formatRooms, visitMoney } from "~/features/booking/manage/visit";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import { companyToday, formatLongDate } from "~/lib/dates";
import { formatNumber } from "~/lib/number";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx, UserCtx } from "~/platform/context.server";
import { type PersonalData, readPersonalData, type Subject } from "./queries.server";
import { fitting, slugOf } from "./rules";
import { bookingsCsv, propertiesCsv, reviewsCsv } from "./tables";

/** The most bytes of photos of visits in one export, which is made in memory. */
const MAX_PHOTO_BYTES = 50 * 1000 ** 2;

type Export = { filename: string; zip: Uint8Array<ArrayBuffer> };

/** Everything stored about the signed-in customer as one ZIP: JSON, spreadsheets and a calendar. */
export const exportData = (ctx: UserCtx): Promise<Export> => exportOf(ctx, ctx.actor);

/** The same about any customer, with or without account, for the office. Null if the id is unknown. */
export async function exportCustomer(ctx: StaffCtx, id: string): Promise<Export | null> {
  const [found] = await ctx.db
    .select({ email: users.email, email_verified: users.emailVerified })
    .from(customers)
    .leftJoin(users, eq(users.id, customers.user_id))
    .where(and(eq(customers.id, id), isNull(customers.merged_into)));
  if (!found) return null;
  const [contact] = await ctx.db
    .select({ email: customer_contacts.value })
    .from(customer_contacts)
    .where(
      and(
        eq(customer_contacts.customer_id, id),
        eq(customer_contacts.kind, "email"),
        isNotNull(customer_contacts.verified_at),
      ),
    )
    .orderBy(desc(customer_contacts.is_primary))
    .limit(1);
  const email = found.email ?? contact?.email ?? id; // an id is nobody's email
  const email_verified = found.email ? found.email_verified === true : contact !== undefined;
  const made = await exportOf(ctx, { id, email, email_verified, session_id: "" });
  await recordAudit(ctx.db, ctx, { action: "customer.exported", entity: "customer", entity_id: id });
  return made;
}

async function exportOf(ctx: Ctx, actor: Subject): Promise<Export> {
  const [everything, company] = await Promise.all([readPersonalData({ ...ctx, actor }), readCompany(ctx)]);
  const { personal, enclosed, left_out } = withPhotos(everything);
  const today = companyToday(ctx.now, company.timezone);
  const files = {
    "README.txt": readme(personal, company, today, left_out),
    "data.json": JSON.stringify({ exported_at: ctx.now, ...personal }, null, 2),
    "bookings.csv": bookingsCsv(personal.bookings, personal.orders, personal.refunds),
    "properties.csv": propertiesCsv(personal.properties),
    "reviews.csv": reviewsCsv(personal.reviews, personal.bookings),
    "cleanings.ics": calendarFile(visitsOf(personal), company, { name: `${company.company_name} visits` }),
  };
  const mtime = new Date(ctx.now.epochMilliseconds);
  const texts = Object.entries(files).map(([name, text]) => [name, strToU8(text)] as const);
  const contents = [...texts, ...(await readPictures(ctx, enclosed))];
  const entries = contents.map(([name, bytes]): [string, ZippableFile] => {
    const level = name.startsWith("photos/") ? 0 : 6; // photos are compressed already
    return [name, [bytes, { mtime, level }]];
  });
  const zip = zipSync(Object.fromEntries(entries));
  return { filename: `${slugOf(company.company_name)}-data-${today}.zip`, zip };
}

type Enclosed = { file: string; sha256: string };

/** Which photos the ZIP contains: all of claims and homes, and the newest of visits. Those left out have no `file`. */
function withPhotos(everything: PersonalData) {
  const { claims, home_photos, visit_photos } = everything;
  const newest = fitting(visit_photos.toReversed(), MAX_PHOTO_BYTES);
  const fits = new Set(newest.map(({ id }) => id));
  const personal = {
    ...everything,
    visit_photos: visit_photos.map((photo) => (fits.has(photo.id) ? photo : { ...photo, file: null })),
  };
  const enclosed: Enclosed[] = [...claims.flatMap(({ pictures }) => pictures), ...home_photos, ...newest];
  return { personal, enclosed, left_out: visit_photos.length - newest.length };
}

/** Photos, as far as the store has them. */
async function readPictures(
  { files }: Pick<Ctx, "files">,
  enclosed: Enclosed[],
): Promise<(readonly [name: string, bytes: Uint8Array])[]> {
  const made = [];
  for (const { file, sha256 } of enclosed) {
    const found = await files.read(sha256);
    if (found) made.push([file, new Uint8Array(await new Response(found.stream).arrayBuffer())] as const);
  }
  return made;
}

/** Confirmed and completed visits. Unpaid ones are in no calendar. */
function visitsOf({
  bookings,
  orders,
  refunds,
}: Pick<PersonalData, "bookings" | "orders" | "refunds">): CalendarVisit[] {
  const refundedOf = (id: string | undefined) =>
    refunds
      .filter(({ order_id, status }) => order_id === id && status !== "failed" && status !== "cancelled")
      .reduce((sum, { amount }) => sum + amount, 0);
  return bookings
    .filter(({ status }) => status === "confirmed" || status === "completed")
    .map((visit) => {
      const order = orders.find(({ booking_id }) => booking_id === visit.id);
      const street = [visit.address_line1, visit.address_line2].filter(Boolean).join(", ");
      const { id, service, status, starts_at, ends_at, calendar_sequence, plan_id } = visit;
      return {
        ...{ id, service, status, starts_at, ends_at, calendar_sequence, plan_id },
        number: formatNumber(visit.number),
        address: `${street}, ${visit.city}, ${visit.state} ${visit.zip_code}`,
        duration: formatDuration(visit.duration_hours),
        rooms: formatRooms(visit.bedrooms, visit.bathrooms, visit),
        extras: formatExtras(visit.extras),
        money: visitMoney(order ?? null, refundedOf(order?.id)),
      };
    });
}

function readme(
  { account, contacts }: Pick<PersonalData, "account" | "contacts">,
  { company_name, contact_email, phone, timezone }: Company,
  today: string,
  left_out: number,
) {
  const older =
    left_out > 0
      ? `\n                ${left_out === 1 ? "1 older photo of a visit" : `${left_out} older photos of visits`} did not fit: ask us.`
      : "";
  return `Your data at ${company_name}
${account?.email ?? contacts[0]?.value ?? "No account"}, ${formatLongDate(today)}

data.json       Everything we have about you: account, profile, contacts, properties,
                bookings, payments, reviews, claims, saved articles, messages, job
                applications, requests from outside our area, newsletter, emails we sent you,
                invitations to our team, and what was done when. Amounts are in
                cents, times in UTC.
bookings.csv    Your bookings, one row for each visit.
properties.csv  Your saved addresses.
reviews.csv     Your reviews.
cleanings.ics   Your visits, for a calendar app.
photos/         The photos of your homes, visits and claims, if there are any.${older}

Dates and times of visits are in our time zone, ${timezone}. In the tables, text that a
spreadsheet would take for a formula begins with an apostrophe.

Left out for your safety: your password, the keys of your sign-ins and of two-factor
authentication, the keys in our email links, and the entry codes of your homes: the file
says only which there are and when crews saw them. Card numbers stay with the payment
provider; we never see them.

Questions? ${contact_email}, ${phone}
`.replaceAll("\n", "\r\n");
}
