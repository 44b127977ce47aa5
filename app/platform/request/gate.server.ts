import { data, type RouterContextProvider } from "react-router";
import { PROOF_NEEDED } from "~/lib/proof-needed";
import { readActor } from "~/platform/auth/actor.server";
import { guestSubject, type Linked } from "~/platform/auth/links.server";
import { needsOf } from "~/platform/auth/office-pages";
import { GRAVE, may } from "~/platform/auth/roles";
import {
  type Ctx,
  requestContext,
  type StaffCtx,
  sessionFailed,
  type User,
  type UserCtx,
} from "~/platform/context.server";
import { pathOf } from "~/platform/http/page-path.server";
import { redirectTo } from "./flash.server";
import { type Fields, readForm } from "./form.server";
import { keptPostContext } from "./kept-post.server";

type Context = Readonly<RouterContextProvider>;

/**
 * Lets only signed-in users pass; call it in every loader and action that needs one. Others are redirected to /login with a
 * toast (spec section 6), and come back after signing in. A form that `keepPost` has kept is returned in a page that says
 * that the session has ended.
 */
export function requireUser(request: Request, context: Context): UserCtx {
  return gate(request, context, "Please log in to view this page");
}

/**
 * Lets only staff pass whose role may read the requested page (office-pages.ts). Users who are not staff are redirected home
 * with a toast (spec section 6), staff of another role get 403. For the form of a page with several, see requireStaffForm.
 */
export function requireStaff(request: Request, context: Context): StaffCtx {
  return staffWith(request, context, request.method === "POST" ? {} : undefined);
}

/** Like requireStaff, for an action: reads the posted form and asks whether the role may send it, by its `intent`. */
export async function requireStaffForm(
  request: Request,
  context: Context,
): Promise<{ ctx: StaffCtx; form: Fields }> {
  requireOffice(request, context);
  const form = (await readForm(request)) ?? {};
  return { ctx: staffWith(request, context, form), form };
}

/** Lets only staff pass, whatever the page. For the frame around the pages, which each ask for more. */
export function requireOffice(request: Request, context: Context): StaffCtx {
  const ctx = gate(request, context, "Please log in to access the admin panel");
  const { actor } = ctx;
  if (isStaff(actor)) {
    if (actor.owes_second_factor) throw setUpFirst(context);
    return { ...ctx, actor };
  }
  logRefusal(ctx, request);
  throw deny(context, "/", "You don't have permission to access the admin panel");
}

/** Lets only staff pass who may do this and, if it is grave, have just proved who they are. `form` is undefined for a read. */
function staffWith(request: Request, context: Context, form: Fields | undefined): StaffCtx {
  const ctx = requireOffice(request, context);
  const [path = ""] = pathOf(request).split("?");
  const needs = needsOf(path, form);
  if (!needs?.every((permission) => may(ctx.actor.role, permission))) {
    logRefusal(ctx, request);
    throw data(null, { status: 403 });
  }
  if (ctx.actor.proved || !needs.some((permission) => GRAVE.includes(permission))) return ctx;
  if (form) throw data(null, { status: PROOF_NEEDED, headers: { "Cache-Control": "no-store" } });
  throw redirectTo(context, `/proof?${new URLSearchParams({ to: pathOf(request) })}`, { reload: true });
}

/** Whether somebody who was let in by `requireStaff` would be now. For an answer that stays open, such as a stream. */
export async function staysAllowed(ctx: StaffCtx, request: Request): Promise<boolean> {
  const user = await readActor(ctx.db, ctx.log, ctx.actor.session_id);
  if (!user || !isStaff(user) || user.owes_second_factor) return false;
  const [path = ""] = pathOf(request).split("?");
  return needsOf(path)?.every((permission) => may(user.role, permission)) ?? false;
}

function logRefusal({ actor, client, log }: UserCtx, request: Request) {
  log.warn(
    { account: actor.id, client, path: pathOf(request).split("?")[0] },
    "access to the office was refused",
  );
}

type GuestLink = {
  subject: string;
  holder: Ctx["actor"];
  /** Reads the row of the link, and whether it is too old for links; undefined without a row. */
  read: (ctx: Ctx) => Promise<(Pick<Linked, "link_generation"> & { over: boolean }) | undefined>;
};

/**
 * Lets the holder of a guest link (`?key=`) to `subject` pass as the actor `holder`, and signed-in users as themselves.
 * Others are redirected to /login. A link that was ended or is too old gets 410; a wrong key gets 404, like a missing row.
 */
export async function requireLinkOrUser(
  request: Request,
  context: Context,
  { subject, holder, read }: GuestLink,
): Promise<Ctx> {
  const key = new URL(request.url).searchParams.get("key");
  if (!key) return requireUser(request, context);
  const ctx = requestContext(context);
  const row = await read(ctx);
  if (!row) throw data(null, { status: 404 });
  const isOf = (generation: number) => ctx.links.isSigned(guestSubject(subject, generation), key);
  if (isOf(row.link_generation)) {
    if (row.over) throw linkEnded();
    return { ...ctx, actor: holder };
  }
  const earlier = Array.from({ length: row.link_generation }, (_, generation) => generation);
  throw earlier.some(isOf) ? linkEnded() : data(null, { status: 404 });
}

/** The refusal of a guest link that was ended or is too old. Its page says nothing about the booking. */
export function linkEnded() {
  return data(null, { status: 410, headers: { "Cache-Control": "no-store" } });
}

function gate(request: Request, context: Context, description: string): UserCtx {
  const ctx: Ctx = requestContext(context);
  const { actor } = ctx;
  if (actor.kind === "user") return { ...ctx, actor };
  if (sessionFailed(actor)) throw data(null, { status: 503 });
  const form = context.get(keptPostContext);
  if (form) throw data({ form }, { status: 401, headers: { "Cache-Control": "no-store" } });
  const login = `/login?${new URLSearchParams({ redirect: pathOf(request) })}`;
  throw deny(context, login, description);
}

function setUpFirst(context: Context): Response {
  const toast = {
    title: "Set up a second step first",
    description: "Your company asks staff for a passkey or two-factor authentication. Then the office opens.",
  };
  return redirectTo(context, "/profile/security", { toast, reload: true });
}

function deny(context: Context, path: string, description: string): Response {
  return redirectTo(context, path, { toast: { title: "Access denied", description, destructive: true } });
}

function isStaff(user: User): user is StaffCtx["actor"] {
  return may(user.role, "office.enter");
}
