import { and, eq, inArray, ne, or } from "drizzle-orm";
import { z } from "zod";
import { users } from "~/db/schema/accounts";
import { mails } from "~/db/schema/mail";
import { watched_checks } from "~/db/schema/settings";
import { defineEmail } from "~/features/notifications/email/define.server";
import { GOING_LIVE_PAGE, mendFacts } from "~/features/operations/doctor/check";
import { readStaffRoles } from "~/platform/auth/actor.server";
import type { Database } from "~/platform/database/database.server";

/**
 * Tells an owner what broke on the site since the last checks, with what mends it, and what is mended. Nothing is sent of what has
 * changed back by then. It is no matter of the settings: customers may not reach the site.
 */
export const sendChecksChanged = defineEmail({
  queue: "checks-changed-mail",
  input: z.object({
    at: z.string(),
    user_id: z.guid(),
    broken: z.array(z.string()),
    mended: z.array(z.string()),
  }),
  templates: () => import("./emails"),
  async compose(ctx, { at, user_id, broken, mended }) {
    const [owner] = await ctx.db.select({ email: users.email }).from(users).where(eq(users.id, user_id));
    if (!owner || (await readStaffRoles(ctx.db)).get(user_id) !== "owner") return;
    const { state, id, title } = watched_checks;
    const found = await ctx.db
      .select()
      .from(watched_checks)
      .where(or(and(inArray(id, broken), eq(state, "broken")), and(inArray(id, mended), ne(state, "broken"))))
      .orderBy(title);
    const bad = found.filter(({ state }) => state === "broken");
    const mends = found.filter(({ state }) => state !== "broken");
    const well = await whatWasTold(ctx.db, user_id, mends);
    if (bad.length + well.length === 0) return;
    const heading = headingOf(bad, well);
    return {
      to: owner.email,
      user_id,
      occasion: occasionOf(at, user_id),
      subject: `${heading} at ${ctx.company.company_name}`,
      template: ({ OfficeNoticeEmail }) => (
        <OfficeNoticeEmail
          sender={ctx.company}
          heading={heading}
          text={
            bad.length > 0
              ? "The site looked at itself, and found broken what was right before. Below is what mends it. You hear of it once, and again when it is mended."
              : "The site looked at itself again: there is nothing more to do."
          }
          facts={[
            ...bad.flatMap(({ title, says, mend }) => [
              { label: title, value: says },
              ...mendFacts(mend ?? {}, ctx.origin),
            ]),
            ...well.map(({ title, says }) => ({ label: `${title}: mended`, value: says })),
          ]}
          action={{ label: "Open the checks", url: `${ctx.origin}${GOING_LIVE_PAGE}` }}
        />
      ),
    };
  },
});

const occasionOf = (at: string, user_id: string) => `checks:${at}:${user_id}`;

type Mended = Pick<typeof watched_checks.$inferSelect, "told_at" | "since">;

/** Those of which this owner got an email while they were broken. It is not sent of what is mended before its turn. */
async function whatWasTold<Check extends Mended>(
  db: Database,
  user_id: string,
  checks: Check[],
): Promise<Check[]> {
  const toldBy = ({ told_at }: Mended) => occasionOf(String(told_at), user_id);
  const sent = await db
    .select({ occasion: mails.occasion, at: mails.created_at })
    .from(mails)
    .where(inArray(mails.occasion, checks.map(toldBy)));
  return checks.filter((check) =>
    sent.some(
      ({ occasion, at }) => occasion === toldBy(check) && Temporal.Instant.compare(at, check.since) < 0,
    ),
  );
}

type Titled = { title: string }[];

/** "Certificate (TLS) is broken", "2 checks are broken, 1 is mended". */
function headingOf(broken: Titled, mended: Titled): string {
  const [only] = [...broken, ...mended];
  if (only && broken.length + mended.length === 1)
    return `${only.title}: ${broken.length > 0 ? "broken" : "mended"}`;
  const counts = [
    broken.length > 0 && `${broken.length} broken`,
    mended.length > 0 && `${mended.length} mended`,
  ];
  return `Checks of the site: ${counts.filter(Boolean).join(", ")}`;
}
