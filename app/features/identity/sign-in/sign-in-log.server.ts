import { eq } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import type { Ctx } from "~/platform/context.server";

/** What somebody signs in with, or confirms a grave change with. */
export type SignInStep = "password" | "totp" | "recovery" | "social" | "verify-email" | "confirmation";

export type RefusalReason =
  | "wrong password"
  | "wrong code"
  | "unverified"
  | "expired"
  | "locked"
  | "too many tries"
  | "not let in";

type Logged = Pick<Ctx, "log" | "client">;

/** Writes down that an account signed in, and from which network address. */
export function noteSignIn({ log, client }: Logged, entry: { account: string; step: SignInStep }): void {
  log.info({ ...entry, client }, "a sign-in succeeded");
}

/** Writes down that a sign-in was refused. `account` is null where nobody has the address; what was typed stays out. */
export function refuseSignIn(
  { log, client }: Logged,
  entry: { account: string | null; step: SignInStep; reason: RefusalReason },
): void {
  log.warn({ ...entry, client }, "a sign-in was refused");
}

/** The account of an address, for the log, which holds no addresses of people. */
export async function accountOf({ db }: Pick<Ctx, "db">, email: string): Promise<string | null> {
  const [user] = await db.select({ id: users.id }).from(users).where(eq(users.email, email));
  return user?.id ?? null;
}
