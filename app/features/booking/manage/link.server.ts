import { eq } from "drizzle-orm";
import { data, type RouterContextProvider } from "react-router";
import { bookings } from "~/db/schema/bookings";
import { readCompany } from "~/features/operations/settings/queries.server";
import { companyToday } from "~/lib/dates";
import { isUuid } from "~/lib/ids";
import { guestSubject, type Linked } from "~/platform/auth/links.server";
import type { Ctx } from "~/platform/context.server";
import { requireLinkOrUser } from "~/platform/request/gate.server";
import { isLinkOver } from "./link";
import { readVisit, type Visit } from "./queries.server";
import { type ShownVisit, type VisitLink, type VisitPage, visitPath } from "./visit";

type Signing = Pick<Ctx, "links" | "origin">;

/** The signed address where a booking is seen, moved and cancelled without an account, or that of one of its pages. */
export function manageUrl(
  { links, origin }: Signing,
  { id, link_generation }: Linked,
  page?: VisitPage,
): string {
  return origin + visitPath({ id, key: links.sign(guestSubject(subjectOf(id), link_generation)) }, page);
}

/** Returns the context of a visit's page, for the holder of its signed link or the signed-in user. */
export function visitCtx(
  request: Request,
  context: Readonly<RouterContextProvider>,
  id: string,
): Promise<Ctx> {
  const holder = { kind: "link", booking_id: id } as const;
  return requireLinkOrUser(request, context, {
    subject: subjectOf(id),
    holder,
    read: (ctx) => readLink(ctx, id),
  });
}

async function readLink(ctx: Ctx, id: string) {
  if (!isUuid(id)) return;
  const { link_generation, scheduled_date } = bookings;
  const [row] = await ctx.db
    .select({ link_generation, scheduled_date })
    .from(bookings)
    .where(eq(bookings.id, id));
  return row && { ...row, over: await isVisitLinkOver(ctx, row.scheduled_date) };
}

/** Whether the guest link of a visit on this day is too old. */
export async function isVisitLinkOver(ctx: Pick<Ctx, "db" | "now">, day: string): Promise<boolean> {
  const { timezone } = await readCompany(ctx);
  return isLinkOver(day, companyToday(ctx.now, timezone));
}

function subjectOf(bookingId: string): string {
  return `booking:${bookingId}`;
}

type Args = { request: Request; context: Readonly<RouterContextProvider>; params: { id: string } };
type Access = { ctx: Ctx; link: VisitLink };

/** Returns the actor and the link of a visit's page, without a check that the visit is theirs: the verb checks it. */
export async function visitAccess({ request, context, params: { id } }: Args): Promise<Access> {
  const key = new URL(request.url).searchParams.get("key");
  return { ctx: await visitCtx(request, context, id), link: { id, key } };
}

/** Returns the visit, too. Throws 404 if the actor may not see it. */
export async function openVisit(args: Args): Promise<Access & { visit: Visit }> {
  const access = await visitAccess(args);
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
