import { ORIGIN, type testApp } from "./app";

type World = Pick<Awaited<ReturnType<typeof testApp>>, "pool" | "runtime">;
type Person = {
  email?: string;
  role?: string;
  verified?: boolean;
  first_name?: string;
  last_name?: string;
  /** Whether the password was given within the last 10 minutes. */
  proved?: boolean;
};

export const PASSWORD = "lenticels on white bark";
let people = 0;

/**
 * Creates a signed-in customer. Send `cookie` in the Cookie header.
 *
 *   const ada = await signedIn(app);
 *   await app.get("/profile", { Cookie: ada.cookie });
 */
export async function signedIn(
  { pool, runtime }: World,
  {
    email = `person-${++people}@mail.example`,
    role,
    verified = true,
    first_name = "Ada",
    last_name = "Lovelace",
    proved = true,
  }: Person = {},
): Promise<{ id: string; email: string; password: string; cookie: string }> {
  const { auth } = runtime;
  const { rows } = await pool.query(
    "insert into users (name, email, email_verified) values ($1, $2, $3) returning id",
    [`${first_name} ${last_name}`, email, verified],
  );
  const id: string = rows[0].id;
  await pool.query("update profiles set first_name = $2, last_name = $3 where id = $1", [
    id,
    first_name,
    last_name,
  ]);
  await pool.query(
    "insert into accounts (user_id, account_id, provider_id, password) values ($1::uuid, $1::text, 'credential', $2)",
    [id, await auth.hashPassword(PASSWORD)],
  );
  if (role) await giveRole(pool, id, role);
  const cookie = await cookieOf(auth, email);
  if (proved) await pool.query("update sessions set proved_at = now() where user_id = $1", [id]);
  return { id, email, password: PASSWORD, cookie };
}

async function giveRole(pool: World["pool"], userId: string, role: string): Promise<void> {
  await pool.query("insert into user_roles (user_id, role, created_at) values ($1, $2, now())", [
    userId,
    role,
  ]);
}

/** Signs in as /login does; returns the cookies. */
async function cookieOf(auth: World["runtime"]["auth"], email: string): Promise<string> {
  const cookies: string[] = [];
  const visitor = auth.forRequest(ORIGIN, new Headers(), (cookie) => cookies.push(cookie));
  const asked = await visitor.signIn({ email, password: PASSWORD });
  if (!asked.ok) throw new Error(`${email} could not sign in: ${asked.code}`);
  visitor.accept(asked);
  return cookies.map((cookie) => cookie.split(";")[0]).join("; ");
}
