import { data, type RouterContextProvider } from "react-router";
import type { Ctx } from "~/platform/context.server";
import { requireLinkOrUser } from "~/platform/request/gate.server";
import { readVisit, type Visit } from "./queries.server";
import type { ShownVisit, VisitLink } from "./visit";

type Signing = Pick<Ctx, "links" | "origin">;

/** The signed address where a booking is seen, moved and cancelled without an account. */
export function manageUrl({ links, origin }: Signing, bookingId: string): string {
  return `${origin}/bookings/${bookingId}?key=${links.sign(subjectOf(bookingId))}`;
}

/** Returns the context of a visit's page, for the holder of its signed link or the signed-in user. */
export function visitCtx(request: Request, context: Readonly<RouterContextProvider>, id: string): Ctx {
  const holder = { kind: "link", booking_id: id } as const;
  return requireLinkOrUser(request, context, { subject: subjectOf(id), holder });
}

function subjectOf(bookingId: string): string {
  return `booking:${bookingId}`;
}

type Args = { request: Request; context: Readonly<RouterContextProvider>; params: { id: string } };
type Access = { ctx: Ctx; link: VisitLink };

/** Returns the actor and the link of a visit's page, without a check that the visit is theirs: the verb checks it. */
export function visitAccess({ request, context, params: { id } }: Args): Access {
  const key = new URL(request.url).searchParams.get("key");
  return { ctx: visitCtx(request, context, id), link: { id, key } };
}

/** Returns the visit, too. Throws 404 if the actor may not see it. */
export async function openVisit(args: Args): Promise<Access & { visit: Visit }> {
  const access = visitAccess(args);
  const visit = await readVisit(access.ctx, access.link.id);
  if (!visit) throw data(null, { status: 404 });
  return { ...access, visit };
}

/** Pages of a visit are private and change; don't cache them. */
export const NO_STORE = { headers: { "Cache-Control": "no-store" } };

/** The refusal at the limit of changes; each change emails the crews. */
export const TOO_MANY_CHANGES = "Too many changes. Please wait a while, or call us.";

/** The part of a visit that its pages send to the browser. */
export function shownVisit(visit: Visit): ShownVisit {
  const { number, status, service, date_in_words, time, duration, address } = visit;
  return { number, status, service, date_in_words, time, duration, address };
}
