// Rooms: crews report (fieldwork) from visits (booking), by the company's clock (operations).
import { and, asc, eq, isNull, sql } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { crews } from "~/db/schema/crews";
import { visit_reports } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { ERASED_STREET } from "~/features/booking/booking";
import { REPORT_LABELS, REPORT_LENGTH } from "~/features/fieldwork/day/report";
import { answerReport } from "~/features/fieldwork/office/answer.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { countOf, defineAttention, refused, totalOf } from "./define.server";

/** The customer of its visit is not erased. */
const isOfSomebody = sql`exists (
  select from ${bookings} b where b.id = visit_reports.booking_id and b.address_line1 <> ${ERASED_STREET})`;

/** What crews reported from visits and nobody has answered, the oldest first: they wait for it. */
export const reports = defineAttention({
  kind: "reports",
  one: "report from a crew to answer",
  many: "reports from crews to answer",
  read: async (ctx, part) => {
    const { timezone } = await readCompany(ctx);
    const { db } = ctx;
    const open = and(isNull(visit_reports.answered_at), isOfSomebody);
    const rows = await db
      .select({
        id: visit_reports.id,
        booking_id: visit_reports.booking_id,
        kind: visit_reports.kind,
        words: visit_reports.words,
        at: visit_reports.created_at,
        crew: crews.name,
        found: countOf(db, visit_reports, open),
      })
      .from(visit_reports)
      .innerJoin(crew_members, eq(crew_members.id, visit_reports.member_id))
      .innerJoin(crews, eq(crews.id, crew_members.crew_id))
      .where(open)
      .orderBy(asc(visit_reports.created_at), asc(visit_reports.id))
      .limit(part.limit)
      .offset(part.offset);
    const cases = rows.map(({ id, booking_id, kind, words, at, crew }) => ({
      id,
      href: `/admin/bookings/${booking_id}`,
      what: `${crew}: ${REPORT_LABELS[kind]}. ${words}`,
      when: formatMoment(at, timezone),
      actions: [
        {
          ...{ label: "Answer", intent: "answer", pending: "Sending...", fields: { id } },
          line: { name: "answer", label: "Answer to the crew", max: REPORT_LENGTH },
        },
      ],
    }));
    return { count: totalOf(rows), cases };
  },
  handlers: {
    answer: async (ctx, { id = "", answer = "" }) => {
      const outcome = await answerReport(ctx, { id, answer });
      return outcome.ok ? { ok: true, toast: { title: "Answer sent" } } : refused(outcome);
    },
  },
});
