import { data, type RouterContextProvider } from "react-router";
import {
  type AdminCtx,
  type Ctx,
  requestContext,
  sessionFailed,
  type User,
  type UserCtx,
} from "~/platform/context.server";
import { pathOf } from "~/platform/http/page-path.server";
import { redirectTo } from "./flash.server";
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

/** Lets only administrators pass. Other users are redirected home with a toast. */
export function requireAdmin(request: Request, context: Context): AdminCtx {
  const ctx = gate(request, context, "Please log in to access the admin panel");
  const { actor } = ctx;
  if (isAdmin(actor)) return { ...ctx, actor };
  ctx.log.warn(
    { account: actor.id, client: ctx.client, path: pathOf(request).split("?")[0] },
    "access to the office was refused",
  );
  throw deny(context, "/", "You don't have permission to access the admin panel");
}

/**
 * Lets the holder of a signed link (`?key=`) to `subject` pass as the actor `holder`, and signed-in users as themselves.
 * Others are redirected to /login; a wrong key gets 404.
 */
export function requireLinkOrUser(
  request: Request,
  context: Context,
  { subject, holder }: { subject: string; holder: Ctx["actor"] },
): Ctx {
  const key = new URL(request.url).searchParams.get("key");
  if (!key) return requireUser(request, context);
  const ctx = requestContext(context);
  if (!ctx.links.isSigned(subject, key)) throw data(null, { status: 404 });
  return { ...ctx, actor: holder };
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

function deny(context: Context, path: string, description: string): Response {
  return redirectTo(context, path, { toast: { title: "Access denied", description, destructive: true } });
}

function isAdmin(user: User): user is User & { role: "admin" } {
  return user.role === "admin";
}
