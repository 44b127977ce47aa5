import { and, asc, eq, isNull } from "drizzle-orm";
import { bookings } from "~/db/schema/bookings";
import { entry_code_reveals, entry_codes } from "~/db/schema/entry-codes";
import { crew_phones } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import type { CodeKind } from "./codes";
import { homeOf, lockHome } from "./home.server";
import { decideReveal, type RevealDecision } from "./rules";
import { openCode } from "./save.server";

/** A code in clear; `value` is null if no known secret opens it. */
export type OpenedCode = { id: string; kind: CodeKind; label: string; value: string | null };

export type RevealOutcome =
  /** `until`: when the phone must wipe the codes. Without a code nothing is logged. */
  { ok: true; until: Temporal.Instant; codes: OpenedCode[] } | Extract<RevealDecision, { ok: false }>;

/**
 * The entry codes of a visit's home for a member of its crew, on the member's own phone, around the visit. Each code that is
 * shown is logged in the same transaction, each time; the customer is emailed once a visit, if they wish.
 */
export function revealCodes(
  ctx: Pick<Ctx, "db" | "now" | "vault" | "jobs" | "log">,
  { booking_id, member_id, phone_id }: { booking_id: string; member_id: string; phone_id: string },
): Promise<RevealOutcome> {
  const notYours = { ok: false, reason: "not yours" } as const;
  return ctx.db.transaction(async (tx): Promise<RevealOutcome> => {
    if (![booking_id, member_id, phone_id].every(isUuid)) return notYours;
    const [visit] = await tx
      .select({
        ...{ status: bookings.status, starts_at: bookings.starts_at, ends_at: bookings.ends_at },
        ...{ crew_id: bookings.crew_id, home: homeOf(bookings) },
      })
      .from(bookings)
      .where(eq(bookings.id, booking_id))
      .for("share");
    // The member before their phone, as whoever ends a phone locks them (fieldwork/phones).
    const [member] = await tx
      .select({ crew_id: crew_members.crew_id, left_at: crew_members.left_at })
      .from(crew_members)
      .where(eq(crew_members.id, member_id))
      .for("share");
    const [phone] = await tx
      .select({ name: crew_phones.name })
      .from(crew_phones)
      .where(
        and(eq(crew_phones.id, phone_id), eq(crew_phones.member_id, member_id), isNull(crew_phones.ended_at)),
      )
      .for("share");
    if (!visit || !member || !phone) return notYours;
    const decision = decideReveal(visit, member, ctx.now);
    if (!decision.ok) return decision;
    const { name: phone_name } = phone;
    const codes = visit.home
      ? await open(tx, ctx, visit.home, { booking_id, member_id, phone_id, phone_name })
      : [];
    if (codes.length > 0) await ctx.jobs.enqueue(tx, "codes-shown-mail", { booking_id });
    return { ...decision, codes };
  });
}

/** The entry codes of a home for the office. Logged like a crew's look at them, and in the audit trail. */
export function revealToOffice(
  ctx: StaffCtx,
  { home }: { home: string },
): Promise<{ ok: true; codes: OpenedCode[] } | { ok: false; reason: "not found" }> {
  return ctx.db.transaction(async (tx) => {
    if (!isUuid(home) || !(await lockHome(tx, ctx, { home, by: "office", needs: "codes.read" })))
      return { ok: false, reason: "not found" };
    const codes = await open(tx, ctx, home, { user_id: ctx.actor.id });
    const details = { codes: codes.length };
    await recordAudit(tx, ctx, {
      action: "property.codes_revealed",
      entity: "property",
      entity_id: home,
      details,
    });
    return { ok: true, codes };
  });
}

type Reader = Partial<
  Pick<
    typeof entry_code_reveals.$inferInsert,
    "booking_id" | "member_id" | "phone_id" | "phone_name" | "user_id"
  >
>;

/** Opens the codes of a home and logs each that opened. */
async function open(
  tx: Database,
  { now, vault, log }: Pick<Ctx, "now" | "vault" | "log">,
  home: string,
  reader: Reader,
): Promise<OpenedCode[]> {
  const rows = await tx
    .select()
    .from(entry_codes)
    .where(eq(entry_codes.property_id, home))
    .orderBy(asc(entry_codes.created_at), asc(entry_codes.id))
    .for("key share");
  const codes = rows.map((row) => ({ ...row, value: openCode(vault, row) }));
  const shown = codes.filter(({ value }) => value !== null);
  if (shown.length < codes.length)
    log.error({ home }, "entry codes were sealed under another APP_SECRET and don't open");
  if (shown.length > 0)
    await tx.insert(entry_code_reveals).values(
      shown.map(({ id, kind, label }) => ({
        ...reader,
        ...{ property_id: home, code_id: id, kind, label, revealed_at: now },
      })),
    );
  return codes.map(({ id, kind, label, value }) => ({ id, kind, label, value }));
}
