import type { Pool } from "pg";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { aUser } from "./visits";

/** The context of the office's verbs, with an owner as actor. */
export async function staffCtx(
  { pool, ctx }: { pool: Pool; ctx: (changes?: Partial<Ctx>) => Ctx },
  email = "office@white-birch.example",
): Promise<() => StaffCtx> {
  const user = await aUser(pool, email);
  const actor = { ...user, role: "owner" as const };
  return () => ({ ...ctx(), actor });
}
