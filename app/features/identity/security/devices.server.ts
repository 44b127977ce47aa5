import { createHash, randomUUID } from "node:crypto";
import { count, eq, sql } from "drizzle-orm";
import { known_devices } from "~/db/schema/background";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { deviceName } from "./rules";

/**
 * Records the browser of a sign-in. Sends an email for every new browser except the account's first. A browser is
 * identified by its device cookie and its name, so a copied cookie alone does not match.
 */
export async function recordDevice(
  tx: Database,
  ctx: Pick<Ctx, "now" | "jobs">,
  auth: Pick<RequestAuth, "device">,
  user_id: string,
): Promise<void> {
  const { id, userAgent } = auth.device();
  const name = deviceName(userAgent);
  const device = createHash("sha256").update(`${id} ${name}`).digest("base64url");
  const [known] = await tx
    .select({ all: count(), same: count(sql`nullif(${known_devices.device} = ${device}, false)`) })
    .from(known_devices)
    .where(eq(known_devices.user_id, user_id));
  await tx
    .insert(known_devices)
    .values({ user_id, device, created_at: ctx.now, seen_at: ctx.now })
    .onConflictDoUpdate({
      target: [known_devices.user_id, known_devices.device],
      set: { seen_at: ctx.now },
    });
  if (!known || known.all === 0 || known.same > 0) return;
  const data = { user_id, at: ctx.now.toString(), device: name, request_id: randomUUID() };
  await ctx.jobs.enqueue(tx, "new-sign-in-mail", data);
}
