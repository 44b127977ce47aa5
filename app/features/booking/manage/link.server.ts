import { data, type RouterContextProvider } from "react-router";
import { type Ctx, requestContext } from "~/platform/context.server";
import { requireUser } from "~/platform/request/gate.server";
import { readVisit, type Visit } from "./queries.server";
import type { ShownVisit, VisitLink } from "./visit";

type Signing = Pick<Ctx, "links" | "origin">;

/** The signed address where a booking is seen, moved and cancelled without an account. */
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

type Args = { request: Request; context: Readonly<RouterContextProvider>; params: { id: string } };
type Asked = { ctx: Ctx; link: VisitLink };

/** Who asks for the visit of the address, and the link that its pages carry on. The verb decides whether it is theirs. */
export function askedVisit({ request, context, params: { id } }: Args): Asked {
  const key = new URL(request.url).searchParams.get("key");
  return { ctx: visitCtx(request, context, id), link: { id, key } };
}

/** The same with the visit, for who may see it. Everybody else gets the 404 page. */
export async function openVisit(args: Args): Promise<Asked & { visit: Visit }> {
  const asked = askedVisit(args);
  const visit = await readVisit(asked.ctx, asked.link.id);
  if (!visit) throw data(null, { status: 404 });
  return { ...asked, visit };
}

/** Pages of a visit are private and change; don't cache them. */
export const NOT_KEPT = { headers: { "Cache-Control": "no-store" } };

/** The refusal at the limit of changes; each change emails the crews. */
export const TOO_MANY_CHANGES = "Too many changes. Please wait a while, or call us.";

/** The part of a visit that its pages send to the browser. */
export function shownVisit(visit: Visit): ShownVisit {
  const { status, service, date_in_words, time, duration, address } = visit;
  return { status, service, date_in_words, time, duration, address };
}
