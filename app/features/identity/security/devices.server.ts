import { createHash, randomUUID } from "node:crypto";
import { and, count, eq, ne, type SQL, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { known_devices } from "~/db/schema/background";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { deviceName } from "./rules";

/**
 * Records the browser of a sign-in, and trusts it. Sends an email for every new browser except the account's first. A
 * browser is identified by its device cookie and its name, so a copied cookie alone does not match.
 */
export async function recordDevice(
  tx: Database,
  ctx: Pick<Ctx, "now" | "jobs">,
  auth: Pick<RequestAuth, "device">,
  user_id: string,
): Promise<void> {
  const sent = auth.device();
  const device = digestOf(sent);
  const [known] = await tx
    .select({ all: count(), same: count(sql`nullif(${known_devices.device} = ${device}, false)`) })
    .from(known_devices)
    .where(eq(known_devices.user_id, user_id));
  await trust(tx, ctx, user_id, device);
  if (!known || known.all === 0 || known.same > 0) return;
  const name = deviceName(sent.userAgent);
  const data = { user_id, at: ctx.now.toString(), device: name, request_id: randomUUID() };
  await ctx.jobs.enqueue(tx, "new-sign-in-mail", data);
}

/** Whose browser is asked for, by the email that was typed or by the account's id. */
type Owner = { email: string } | { user_id: string };

/**
 * The id of this browser for the account, if it has signed in to it and is still trusted; null otherwise. Asks the database
 * nothing for a browser whose cookie is missing or not signed. Counted tries of a known device take its id as their subject.
 */
export async function knownDevice(
  { db }: Pick<Ctx, "db">,
  auth: Pick<RequestAuth, "signedDevice">,
  owner: Owner,
): Promise<string | null> {
  const sent = auth.signedDevice();
  if (!sent) return null;
  const isOwner = "email" in owner ? eq(users.email, owner.email) : eq(users.id, owner.user_id);
  const [known] = await db
    .select({ id: known_devices.id })
    .from(known_devices)
    .innerJoin(users, eq(users.id, known_devices.user_id))
    .where(and(isOwner, eq(known_devices.device, digestOf(sent)), eq(known_devices.is_trusted, true)));
  return known?.id ?? null;
}

/**
 * Trusts no browser of the account any more but the one of this request, whose person has just shown that the account is
 * theirs. They stay recorded, so that none of them is reported as new.
 */
export async function trustOnlyThis(
  tx: Database,
  ctx: Pick<Ctx, "now">,
  auth: Pick<RequestAuth, "device">,
  user_id: string,
): Promise<void> {
  await distrustOthers(tx, auth, user_id);
  await trust(tx, ctx, user_id, digestOf(auth.device()));
}

/** Trusts no browser of the account any more but this one, if it was trusted before. */
export async function distrustOthers(
  tx: Database,
  auth: Pick<RequestAuth, "device">,
  user_id: string,
): Promise<void> {
  await distrust(tx, user_id, ne(known_devices.device, digestOf(auth.device())));
}

/** Trusts no browser of the account any more. */
export async function distrust(tx: Database, user_id: string, which?: SQL): Promise<void> {
  await tx
    .update(known_devices)
    .set({ is_trusted: false })
    .where(and(eq(known_devices.user_id, user_id), which));
}

async function trust(tx: Database, { now }: Pick<Ctx, "now">, user_id: string, device: string) {
  await tx
    .insert(known_devices)
    .values({ user_id, device, is_trusted: true, created_at: now, seen_at: now })
    .onConflictDoUpdate({
      target: [known_devices.user_id, known_devices.device],
      set: { is_trusted: true, seen_at: now },
    });
}

function digestOf({ id, userAgent }: ReturnType<RequestAuth["device"]>): string {
  return createHash("sha256")
    .update(`${id} ${deviceName(userAgent)}`)
    .digest("base64url");
}
