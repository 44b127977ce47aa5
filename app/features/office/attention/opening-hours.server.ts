import { LIMITS } from "~/features/booking/limits";
import { UNKNOWN } from "~/features/booking/office/list/list";
import { keepOutside } from "~/features/scheduling/opening-hours/override.server";
import { readOutsideVisits } from "~/features/scheduling/opening-hours/queries.server";
import { formatDate } from "~/lib/dates";
import { defineAttention, GONE, refused, seenIn } from "./define.server";

export const outside = defineAttention({
  kind: "outside",
  one: "visit is outside the hours",
  many: "visits are outside the hours",
  read: async (ctx, part) => {
    const { visits, total } = await readOutsideVisits(ctx, part.limit, part.offset);
    const cases = visits.map(({ id, date, time, customer, why, asked, sequence }) => ({
      id,
      href: `/admin/bookings/${id}`,
      what: `${customer || UNKNOWN.customer}: ${why}${asked ? ", other times offered" : ""}`,
      when: `${formatDate(date)}, ${time}`,
      actions: [
        { label: "Move", href: `/admin/bookings/${id}` },
        {
          label: "Keep",
          intent: "keep",
          pending: "Saving...",
          fields: { id, sequence: String(sequence) },
          line: { name: "reason", label: "Reason to keep it", max: LIMITS.override },
        },
      ],
    }));
    return { count: total, cases };
  },
  handlers: {
    keep: async (ctx, { id = "", reason = "", sequence }) => {
      const outcome = await keepOutside(ctx, { id, reason, sequence: seenIn(sequence) });
      if (outcome.ok) return { ok: true, toast: { title: "Visit kept outside the hours" } };
      return outcome.reason === "not found" ? GONE : refused(outcome);
    },
  },
});
