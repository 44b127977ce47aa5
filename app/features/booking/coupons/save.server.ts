import { and, eq, isNull } from "drizzle-orm";
import { coupons } from "~/db/schema/coupons";
import { customers } from "~/db/schema/customers";
import { isUuid } from "~/lib/ids";
import { recordAudit } from "~/platform/audit.server";
import type { StaffCtx } from "~/platform/context.server";
import { type Database, lockUntilCommit } from "~/platform/database/database.server";
import type { Terms } from "./forms";

/** `form_id` is made with the form: sent twice, it is one coupon. */
type NewCoupon = Terms & { code: string; customer_id: string | null; form_id: string };

type Refused = { ok: false; reason: "refused"; field: "code"; message: string };
type Missing = { ok: false; reason: "not found" };
export type CreateOutcome = { ok: true; id: string } | Refused;
export type ChangeOutcome = { ok: true } | Missing | { ok: false; reason: "changed" };

/** Creates a coupon. Refused if there is one with its code, or if its customer is gone. */
export function createCoupon(ctx: StaffCtx, { form_id, ...coupon }: NewCoupon): Promise<CreateOutcome> {
  return ctx.db.transaction(async (tx): Promise<CreateOutcome> => {
    await lockUntilCommit(tx, "coupons");
    const [same] = await tx.select({ id: coupons.id }).from(coupons).where(eq(coupons.form_id, form_id));
    if (same) return { ok: true, id: same.id };
    const refuse = (message: string): Refused => ({ ok: false, reason: "refused", field: "code", message });
    if ((await tx.$count(coupons, eq(coupons.code, coupon.code))) > 0)
      return refuse(`There is already a coupon with the code ${coupon.code}.`);
    if (coupon.customer_id && !(await isCustomer(tx, coupon.customer_id)))
      return refuse("The customer of this coupon was erased or merged. Open their page and begin again.");
    const dated = { created_at: ctx.now, updated_at: ctx.now };
    const [made] = await tx
      .insert(coupons)
      .values({ ...coupon, ...dated, form_id, author_id: ctx.actor.id })
      .returning({ id: coupons.id });
    if (!made) throw new Error("The coupon was not stored");
    await record(tx, ctx, "coupon.created", { id: made.id, code: coupon.code });
    return { ok: true, id: made.id };
  });
}

/** Changes the terms of a coupon for orders to come. `seen`: the version that the form was filled with. */
export function changeCoupon(
  ctx: StaffCtx,
  { id, seen, ...terms }: Terms & { id: string; seen: string },
): Promise<ChangeOutcome> {
  return ctx.db.transaction(async (tx): Promise<ChangeOutcome> => {
    const coupon = await lockCoupon(tx, id);
    if (!coupon) return { ok: false, reason: "not found" };
    if (coupon.updated_at.toString() !== seen) return { ok: false, reason: "changed" };
    await tx
      .update(coupons)
      .set({ ...terms, updated_at: ctx.now })
      .where(eq(coupons.id, id));
    await record(tx, ctx, "coupon.changed", coupon);
    return { ok: true };
  });
}

/** Ends a coupon, or lets it be used again. False if there is none. */
export function endCoupon(ctx: StaffCtx, { id, ended }: { id: string; ended: boolean }): Promise<boolean> {
  return ctx.db.transaction(async (tx) => {
    const coupon = await lockCoupon(tx, id);
    if (!coupon) return false;
    if ((coupon.ended_at !== null) === ended) return true;
    await tx
      .update(coupons)
      .set({ ended_at: ended ? ctx.now : null, updated_at: ctx.now })
      .where(eq(coupons.id, id));
    const action = ended ? "coupon.ended" : "coupon.resumed";
    await record(tx, ctx, action, coupon);
    return true;
  });
}

async function lockCoupon(tx: Database, id: string) {
  if (!isUuid(id)) return null;
  const [coupon] = await tx.select().from(coupons).where(eq(coupons.id, id)).for("no key update");
  return coupon ?? null;
}

async function isCustomer(tx: Database, id: string): Promise<boolean> {
  return (await tx.$count(customers, and(eq(customers.id, id), isNull(customers.merged_into)))) > 0;
}

function record(tx: Database, ctx: StaffCtx, action: string, { id, code }: { id: string; code: string }) {
  return recordAudit(tx, ctx, { action, entity: "coupon", entity_id: id, details: { code } });
}
