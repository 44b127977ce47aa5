import { createHash, randomUUID } from "node:crypto";
import { count, eq, sql } from "drizzle-orm";
import { known_devices } from "~/db/schema/background";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database.server";
import type { RequestAuth } from "~/platform/request-auth.server";
import { deviceName } from "./rules";

/**
 * Notes that a user has come in with this browser. Their first one is known; of each further one they are told. A browser
 * is known by a number that it keeps and by what it is: a number that was taken elsewhere is not enough.
 */
export async function noteDevice(
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
  const told = { user_id, at: ctx.now.toString(), device: name, request_id: randomUUID() };
  await ctx.jobs.enqueue(tx, "new-sign-in-mail", told);
}
