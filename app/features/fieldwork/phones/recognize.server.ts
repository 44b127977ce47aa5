import { and, eq, isNull } from "drizzle-orm";
import { data, type RouterContextProvider, redirect } from "react-router";
import { crews } from "~/db/schema/crews";
import { crew_phones } from "~/db/schema/fieldwork";
import { crew_members } from "~/db/schema/office";
import type { Language } from "~/features/fieldwork/messages/language";
import { type CrewCtx, type Ctx, cookiesContext, requestContext } from "~/platform/context.server";
import { readCookie } from "~/platform/request/cookies.server";
import { hashOf } from "./join.server";
import { phoneState, SEEN_EVERY_SECONDS } from "./rules";

/** Holds a phone's secret. Browsers keep no cookie for longer than 400 days. */
const COOKIE = "wb.phone";
const COOKIE_SECONDS = 400 * 24 * 60 * 60;

type Context = Readonly<RouterContextProvider>;

/** A member with the phone that makes the request. */
export type CrewPhone = {
  phone_id: string;
  member_id: string;
  crew_id: string;
  name: string;
  language: Language;
  crew: string;
  unlocked_until: Temporal.Instant;
};

type Recognized =
  | { state: "none" }
  | { state: "ended"; phone_id?: string; language?: Language }
  | ({ state: "open" | "locked" } & CrewPhone);

/** Whose phone makes a request. A member who left is let in no more. */
export async function recognizePhone(
  { db, now }: Pick<Ctx, "db" | "now">,
  request: Request,
): Promise<Recognized> {
  const secret = readCookie(request, COOKIE);
  if (!secret) return { state: "none" };
  const [found] = await db
    .select({ phone: crew_phones, member: crew_members, crew: crews.name })
    .from(crew_phones)
    .innerJoin(crew_members, eq(crew_members.id, crew_phones.member_id))
    .innerJoin(crews, eq(crews.id, crew_members.crew_id))
    .where(eq(crew_phones.secret_hash, hashOf(secret)));
  if (!found) return { state: "ended" };
  const { phone, member, crew } = found;
  const state = member.left_at ? "ended" : phoneState(phone, now);
  if (state === "ended") return { state, phone_id: phone.id, language: member.language };
  if (Temporal.Instant.compare(phone.last_seen_at.add({ seconds: SEEN_EVERY_SECONDS }), now) < 0) {
    await db.update(crew_phones).set({ last_seen_at: now }).where(eq(crew_phones.id, phone.id));
  }
  const { id: phone_id, unlocked_until } = phone;
  const { id: member_id, crew_id, name, language } = member;
  return { state, phone_id, unlocked_until, member_id, crew_id, name, language, crew };
}

/** Notes that a phone that was ended is told to wipe what it keeps. Send WIPE with it. */
export async function noteWipe(
  { db, now }: Pick<Ctx, "db" | "now">,
  phone_id: string | undefined,
): Promise<void> {
  if (!phone_id) return;
  await db
    .update(crew_phones)
    .set({ wiped_at: now })
    .where(and(eq(crew_phones.id, phone_id), isNull(crew_phones.wiped_at)));
}

/** Tells a phone that was ended to wipe what it keeps. */
export const WIPE = {
  "Clear-Site-Data": '"cache", "storage"',
  "Cache-Control": "no-store",
  "X-Crew": "ended",
};

/** Whether the phone of a request that goes on for long was not ended meanwhile, and its member is still of the crew. */
export async function staysWelcome({ db, actor }: CrewCtx): Promise<boolean> {
  const [found] = await db
    .select({ id: crew_phones.id })
    .from(crew_phones)
    .innerJoin(crew_members, eq(crew_members.id, crew_phones.member_id))
    .where(
      and(
        eq(crew_phones.id, actor.phone_id),
        isNull(crew_phones.ended_at),
        eq(crew_members.crew_id, actor.crew_id),
        isNull(crew_members.left_at),
      ),
    );
  return found !== undefined;
}

type Gate = { ctx: CrewCtx; phone: CrewPhone };

/** Lets only an unlocked phone of a member pass. Others are sent to /crew/unlock, which says what to do. */
export async function requirePhone(request: Request, context: Context): Promise<Gate> {
  const gate = await openGate(request, context);
  if ("ctx" in gate) return gate;
  throw redirect("/crew/unlock", {
    headers: { "Cache-Control": "no-store", "X-Remix-Reload-Document": "true" },
  });
}

/** As requirePhone, for what the app's own requests read: 401 locked or unknown, 410 ended. `locked`: a locked one may pass. */
export async function requirePhoneOfApp(
  request: Request,
  context: Context,
  { locked = false } = {},
): Promise<Gate> {
  const gate = await openGate(request, context, locked);
  if ("ctx" in gate) return gate;
  if (gate.state === "ended") {
    await noteWipe(requestContext(context), gate.phone_id);
    throw data({ ended: true }, { status: 410, headers: WIPE });
  }
  throw data({ locked: true }, { status: 401, headers: { "Cache-Control": "no-store" } });
}

async function openGate(request: Request, context: Context, locked = false): Promise<Gate | Recognized> {
  const ctx = requestContext(context);
  const found = await recognizePhone(ctx, request);
  if (!("member_id" in found) || (found.state === "locked" && !locked)) return found;
  const { state: _, ...phone } = found;
  const { member_id, crew_id, phone_id } = phone;
  return { ctx: { ...ctx, actor: { kind: "crew", member_id, crew_id, phone_id } }, phone };
}

/** Gives a phone its secret; null takes it back. */
export function keepSecret(context: Context, secret: string | null): void {
  const { origin } = requestContext(context);
  const secure = origin.startsWith("https:") ? "; Secure" : "";
  const age = secret === null ? 0 : COOKIE_SECONDS;
  context
    .get(cookiesContext)
    .push(`${COOKIE}=${secret ?? ""}; Path=/crew; Max-Age=${age}; HttpOnly; SameSite=Lax${secure}`);
}
