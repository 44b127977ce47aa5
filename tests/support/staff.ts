import type { Pool } from "pg";
import type { StaffRole } from "~/platform/auth/roles";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import { aUser } from "./visits";

type World = { pool: Pool; ctx: (changes?: Partial<Ctx>) => Ctx };

/** The context of the office's verbs, with an owner as actor. */
export async function staffCtx(
  { pool, ctx }: World,
  email = "office@white-birch.example",
): Promise<() => StaffCtx> {
  const user = await aUser(pool, email);
  const actor = { ...user, role: "owner" as const };
  return () => ({ ...ctx(), actor });
}

/** One of staff with this role, as stored too. The email names them. */
export async function aColleague(
  { pool, ctx }: World,
  role: StaffRole,
  name: string,
): Promise<() => StaffCtx> {
  const user = await aUser(pool, `${name.toLowerCase()}@white-birch.example`);
  await pool.query("update users set name = $2 where id = $1", [user.id, name]);
  await giveRole(pool, user.id, role);
  return () => ({ ...ctx(), actor: { ...user, role } });
}

/** Gives somebody a role, or takes it away with "user". */
export async function giveRole(pool: Pool, user_id: string, role: string): Promise<void> {
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, $2, clock_timestamp())", [
    user_id,
    role,
  ]);
}
