import type { Pool } from "pg";
import type { AdminCtx, Ctx } from "~/platform/context.server";
import { aUser } from "./visits";

/** The context of the office's verbs, with an administrator as actor. */
export async function staffCtx(
  { pool, ctx }: { pool: Pool; ctx: (changes?: Partial<Ctx>) => Ctx },
  email = "office@white-birch.example",
): Promise<() => AdminCtx> {
  const user = await aUser(pool, email);
  const actor = { ...user, role: "admin" as const };
  return () => ({ ...ctx(), actor });
}
