import { data, type RouterContextProvider } from "react-router";
import { type Ctx, requestContext } from "~/platform/context.server";
import { requireUser } from "~/platform/gate.server";

type Signing = Pick<Ctx, "links" | "origin">;

/** Where a customer sees, moves or cancels one booking without an account. Whoever has the address may. */
export function manageUrl({ links, origin }: Signing, bookingId: string): string {
  return `${origin}/bookings/${bookingId}?key=${links.sign(subjectOf(bookingId))}`;
}

/**
 * Who asks for a visit: whoever has its signed link (`?key=`), signed in or not, else the user who has signed in. Without
 * either the visitor is sent to /login; a wrong key is answered with 404.
 */
export function visitCtx(request: Request, context: Readonly<RouterContextProvider>, id: string): Ctx {
  const key = new URL(request.url).searchParams.get("key");
  if (!key) return requireUser(request, context);
  const ctx = requestContext(context);
  if (!ctx.links.isSigned(subjectOf(id), key)) throw data(null, { status: 404 });
  return { ...ctx, actor: { kind: "link", booking_id: id } };
}

function subjectOf(bookingId: string): string {
  return `booking:${bookingId}`;
}
