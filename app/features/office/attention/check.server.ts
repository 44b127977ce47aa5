import { GOING_LIVE_PAGE } from "~/features/operations/doctor/check";
import { readBroken } from "~/features/operations/doctor/watch.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { formatMoment } from "~/lib/dates";
import { may } from "~/platform/auth/roles";
import { defineAttention } from "./define.server";

/** Checks of the site that broke after they were right. For those who may see the settings. */
export const brokenChecks = defineAttention({
  kind: "checks",
  one: "thing broke on the site",
  many: "things broke on the site",
  read: async (ctx, { offset, limit }) => {
    if (!may(ctx.actor.role, "settings.read")) return { count: 0, cases: [] };
    const { timezone } = await readCompany(ctx);
    const broken = await readBroken(ctx);
    const cases = broken.slice(offset, offset + limit).map(({ id, title, says, since }) => {
      const href = `${GOING_LIVE_PAGE}#check-${id}`;
      return {
        ...{ id, href, what: `${title}: ${says}`, when: `Since ${formatMoment(since, timezone)}` },
        actions: [{ label: "See what mends it", href }],
      };
    });
    return { count: cases.length > 0 ? broken.length : 0, cases };
  },
  handlers: {},
});
