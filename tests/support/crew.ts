import { randomUUID } from "node:crypto";
import type { Pool } from "pg";
import { invitePhone, joinUrl } from "~/features/fieldwork/phones/invite.server";
import { joinPhone } from "~/features/fieldwork/phones/join.server";
import { type CrewPhone, recognizePhone } from "~/features/fieldwork/phones/recognize.server";
import { SCRYPT } from "~/platform/auth/better-auth.server";
import type { CrewCtx, Ctx, StaffCtx } from "~/platform/context.server";
import { confirmedVisit } from "./visits";

type World = { pool: Pool; ctx: (changes?: Partial<Ctx>) => Ctx };

export const PIN = "481516";

/** Hashing is slow on purpose, so the PIN of all these phones is hashed once. */
const slowly = SCRYPT.hash;
let hashed: Promise<string> | undefined;
SCRYPT.hash = (password) => {
  if (password !== PIN) return slowly(password);
  hashed ??= slowly(PIN);
  return hashed;
};

type Person = { crew_id: string | null; name: string; language?: "en" | "es"; email?: string };

/** A member of a crew. */
export async function aMember({ pool }: World, { crew_id, name, language = "en", email }: Person) {
  const { rows } = await pool.query(
    "insert into crew_members (crew_id, name, language, email) values ($1, $2, $3, $4) returning crew_id, id as member_id",
    [crew_id, name, language, email],
  );
  return rows[0] as { crew_id: string; member_id: string };
}

/** The member's link that was not used yet. */
export async function linkOf({ pool, ctx }: World, member_id: string) {
  const { rows } = await pool.query(
    "select id from crew_invitations where member_id = $1 and used_at is null",
    [member_id],
  );
  const { searchParams } = new URL(joinUrl(ctx(), rows[0].id));
  return { invitation: rows[0].id as string, key: searchParams.get("key") ?? "" };
}

/** A member who has joined with a phone, by a link of the office. `ctx` acts as them now; `cookie` is the phone's. */
export async function aPhone(world: World, staff: StaffCtx, person: Person) {
  const member = await aMember(world, person);
  await invitePhone(staff, member);
  const link = await linkOf(world, member.member_id);
  const joined = await joinPhone(world.ctx({ agent: ANDROID }), { ...link, pin: PIN });
  if (!joined.ok) throw new Error(joined.reason);
  const cookie = `wb.phone=${joined.secret}`;
  const phone = await openPhone(world, cookie);
  const { member_id, crew_id, phone_id } = phone;
  const ctx = (): CrewCtx => ({ ...world.ctx(), actor: { kind: "crew", member_id, crew_id, phone_id } });
  return { ...member, phone_id, secret: joined.secret, cookie, ctx, phone };
}

const ANDROID =
  "Mozilla/5.0 (Linux; Android 10; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36";

/** A request with this cookie. */
export function requestWith(cookie: string): Request {
  return new Request("https://site.example/crew", { headers: { Cookie: cookie } });
}

async function openPhone({ ctx }: World, cookie: string): Promise<CrewPhone> {
  const found = await recognizePhone(ctx(), requestWith(cookie));
  if (found.state !== "open") throw new Error(`The phone is ${found.state}`);
  return found;
}

/** What a phone sends for a tap; `at` by its clock. */
export function aTap(
  booking_id: string,
  kind: string,
  { at, ...more }: { at: string } & Record<string, unknown>,
) {
  return { id: randomUUID(), booking_id, kind, phone_at: at, ...more };
}

/**
 * A confirmed visit on June 10 at 8:00 AM (12:00 UTC), with two members of its crew, Maria (Spanish) and Ben, and Noor of the
 * other crew, each with a phone. It is 8:00 AM on that day.
 */
export async function aCrewsDay(
  world: World & { clock: { set: (now: string) => void } },
  staff: () => StaffCtx,
) {
  const visit = await confirmedVisit(world.ctx(), world.pool);
  const { rows } = await world.pool.query("select id from crews where id <> $1 and is_active limit 1", [
    visit.crew_id,
  ]);
  world.clock.set("2026-06-10T12:00:00Z");
  const join = (crew_id: string, name: string, language?: "es") =>
    aPhone(world, staff(), { crew_id, name, language });
  return {
    visit: visit as { id: string; crew_id: string; order_id: string },
    maria: await join(visit.crew_id, "Maria", "es"),
    ben: await join(visit.crew_id, "Ben"),
    noor: await join(rows[0].id, "Noor"),
  };
}
