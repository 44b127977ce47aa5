import { strToU8, zipSync } from "fflate";
import { type CalendarVisit, calendarFile } from "~/features/booking/emails/calendar.server";
import { visitMoney } from "~/features/booking/manage/visit";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import { companyToday, formatLongDate } from "~/lib/dates";
import type { UserCtx } from "~/platform/context.server";
import { type PersonalData, readPersonalData } from "./queries.server";
import { slugOf } from "./rules";
import { bookingsCsv, propertiesCsv, reviewsCsv } from "./tables";

/** Everything stored about the signed-in customer as one ZIP: JSON, spreadsheets and a calendar. */
export async function exportData(ctx: UserCtx): Promise<{ filename: string; zip: Uint8Array<ArrayBuffer> }> {
  const [personal, company] = await Promise.all([readPersonalData(ctx), readCompany(ctx)]);
  const today = companyToday(ctx.now, company.timezone);
  const files = {
    "README.txt": readme(personal, company, today),
    "data.json": JSON.stringify({ exported_at: ctx.now, ...personal }, null, 2),
    "bookings.csv": bookingsCsv(personal.bookings, personal.orders, personal.refunds),
    "properties.csv": propertiesCsv(personal.properties),
    "reviews.csv": reviewsCsv(personal.reviews, personal.bookings),
    "cleanings.ics": calendarFile(visitsOf(personal), company, { name: `${company.company_name} visits` }),
  };
  const mtime = new Date(ctx.now.epochMilliseconds);
  const zip = zipSync(
    Object.fromEntries(Object.entries(files).map(([name, text]) => [name, [strToU8(text), { mtime }]])),
  );
  return { filename: `${slugOf(company.company_name)}-data-${today}.zip`, zip };
}

/** Confirmed and completed visits. Unpaid ones are in no calendar. */
function visitsOf({ bookings, orders, refunds }: PersonalData): CalendarVisit[] {
  const refundedOf = (id: string | undefined) =>
    refunds
      .filter(({ order_id, status }) => order_id === id && status !== "failed" && status !== "cancelled")
      .reduce((sum, { amount }) => sum + amount, 0);
  return bookings
    .filter(({ status }) => status === "confirmed" || status === "completed")
    .map((visit) => {
      const order = orders.find(({ booking_id }) => booking_id === visit.id);
      const street = [visit.address_line1, visit.address_line2].filter(Boolean).join(", ");
      const {
        id,
        service,
        status,
        starts_at,
        ends_at,
        calendar_sequence,
        plan_id,
        duration_hours: hours,
      } = visit;
      return {
        ...{ id, service, status, starts_at, ends_at, calendar_sequence, plan_id },
        address: `${street}, ${visit.city}, ${visit.state} ${visit.zip_code}`,
        duration: hours === 1 ? "1 hour" : `${hours} hours`,
        money: visitMoney(order ?? null, refundedOf(order?.id)),
      };
    });
}

function readme(
  { account }: PersonalData,
  { company_name, contact_email, phone, timezone }: Company,
  today: string,
) {
  return `Your data at ${company_name}
${account?.email ?? ""}, ${formatLongDate(today)}

data.json       Everything we have about you: account, profile, properties, bookings,
                payments, reviews, saved articles, messages, job applications,
                newsletter, emails we sent you, and what was done when. Amounts are in
                cents, times in UTC.
bookings.csv    Your bookings, one row for each visit.
properties.csv  Your saved addresses.
reviews.csv     Your reviews.
cleanings.ics   Your visits, for a calendar app.

Dates and times of visits are in our time zone, ${timezone}. In the tables, text that a
spreadsheet would take for a formula begins with an apostrophe.

Left out for your safety: your password, the keys of your sign-ins and of two-factor
authentication, and the keys in our email links. Card numbers stay with the payment
provider; we never see them.

Questions? ${contact_email}, ${phone}
`.replaceAll("\n", "\r\n");
}
