import type { testApp } from "./app";

type World = Pick<Awaited<ReturnType<typeof testApp>>, "pool" | "runtime">;

/** The password of every test account. Its hash is slow to make, so it is made once. */
export const PASSWORD = "lenticels on white bark";
let hash: Promise<string> | undefined;

/** Creates an account with a verified address, signed out; returns the user's id. */
export async function anAccount({ pool, runtime }: World, email: string): Promise<string> {
  hash ??= runtime.auth.hashPassword(PASSWORD);
  const { rows } = await pool.query(
    "insert into users (name, email, email_verified) values ('Ada Lovelace', $1, true) returning id",
    [email],
  );
  await pool.query(
    "insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
    [rows[0].id, await hash],
  );
  return rows[0].id;
}
