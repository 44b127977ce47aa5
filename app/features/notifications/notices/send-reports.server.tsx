// Rooms: notices tell staff what crews (fieldwork) tell from visits (booking), and of their phones (scheduling).
import { eq } from "drizzle-orm";
import { z } from "zod";
import { crews } from "~/db/schema/crews";
import { crew_phones, visit_reports } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { noticeOf } from "~/features/booking/emails/queries.server";
import { isStillThere, readBooking } from "~/features/booking/queries.server";
import { REPORT_LABELS } from "~/features/fieldwork/day/report";
import { defineEmail } from "~/features/notifications/email/define.server";
import { memberPath } from "~/features/scheduling/crews/forms";
import { formatMoment } from "~/lib/dates";
import { viewBooking } from "./office-notice.server";

/** Notifies the office of what a crew reports from a visit. It waits for an answer, so it can't be switched off. */
export const sendReportNotice = defineEmail({
  queue: "crew-report-mail",
  input: z.object({ report_id: z.guid() }),
  templates: () => import("./emails"),
  async compose(ctx, { report_id }) {
    const [found] = await ctx.db
      .select({ report: visit_reports, member: crew_members.name, crew: crews.name })
      .from(visit_reports)
      .innerJoin(crew_members, eq(crew_members.id, visit_reports.member_id))
      .innerJoin(crews, eq(crews.id, crew_members.crew_id))
      .where(eq(visit_reports.id, report_id));
    if (!found || found.report.answered_at) return;
    const { report, member, crew } = found;
    const booking = await readBooking(ctx, report.booking_id);
    if (!booking) return;
    const label = REPORT_LABELS[report.kind];
    return {
      occasion: `crew-report:${report_id}`,
      booking_id: booking.id,
      user_id: booking.user_id,
      isWanted: (tx) => isStillThere(tx, booking.id),
      subject: `${crew}: ${label}, ${booking.service} ${booking.number}`,
      template: ({ OfficeNoticeEmail }) => (
        <OfficeNoticeEmail
          sender={ctx.company}
          heading={label}
          text={report.words || `${member} reports this from the visit.`}
          facts={[
            { label: "From", value: `${member}, ${crew}` },
            { label: "Booking", value: `${booking.service} ${booking.number}` },
            { label: "When", value: `${booking.date_in_words}, ${booking.time}` },
            { label: "Where", value: booking.address },
          ]}
          action={viewBooking(ctx, booking.id)}
        />
      ),
      notice: noticeOf(booking),
    };
  },
});

/** Notifies the office of a phone that was ended by wrong PINs: somebody found it, or its member needs a new link. */
export const sendPhoneEndedNotice = defineEmail({
  queue: "crew-phone-ended-mail",
  input: z.object({ phone_id: z.guid() }),
  templates: () => import("./emails"),
  async compose({ origin, company, ...ctx }, { phone_id }) {
    const [found] = await ctx.db
      .select({ phone: crew_phones, member: crew_members, crew: crews.name })
      .from(crew_phones)
      .innerJoin(crew_members, eq(crew_members.id, crew_phones.member_id))
      .innerJoin(crews, eq(crews.id, crew_members.crew_id))
      .where(eq(crew_phones.id, phone_id));
    if (!found?.phone.ended_at) return;
    const { phone, member, crew } = found;
    return {
      occasion: `crew-phone-ended:${phone_id}`,
      subject: `${crew}: the phone of ${member.name} was ended`,
      template: ({ OfficeNoticeEmail }) => (
        <OfficeNoticeEmail
          sender={company}
          heading="A phone was ended"
          text={`Somebody typed five wrong PINs on it. It shows nothing of the day any more. Ask ${member.name} where it is. If it is theirs, make a new link.`}
          facts={[
            { label: "Whose", value: `${member.name}, ${crew}` },
            { label: "Phone", value: phone.name },
            { label: "When", value: formatMoment(phone.ended_at ?? ctx.now, company.timezone) },
          ]}
          action={{ label: "View phones", url: origin + memberPath(member.crew_id, member.id) }}
        />
      ),
    };
  },
});
