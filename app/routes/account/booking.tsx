import { data } from "react-router";
import { NO_STORE, openVisit, shownVisit } from "~/features/booking/manage/link.server";
import type { Visit } from "~/features/booking/manage/queries.server";
import { VisitFacts, VisitOfPlan, VisitPrice, VisitWays } from "~/features/booking/manage/ui/visit";
import { VisitFrame, VisitStatus, VisitWhen } from "~/features/booking/manage/ui/visit-page";
import { isPromised, visitNote, visitPath } from "~/features/booking/manage/visit";
import { flagToCustomer } from "~/features/booking/paid-flag";
import { readVisitClaims } from "~/features/claims/queries.server";
import { VisitClaim } from "~/features/claims/ui/claim-state";
import { pageHeaders } from "~/features/content/site/page-meta";
import { readPhotosOfCustomer } from "~/features/fieldwork/photos/queries.server";
import { Photos } from "~/features/fieldwork/photos/ui/photos";
import { feeSentence } from "~/features/operations/settings/fee-policy";
import { payUrl } from "~/features/payments/orders/pay-link.server";
import { type Ctx, requestContext } from "~/platform/context.server";
import { ButtonLink } from "~/ui/action/button-link";
import { Badge } from "~/ui/list/badge";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/booking";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Your cleaning | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

/** Shows a visit to its customer, or to a guest with its signed link. GET changes nothing. */
export async function loader(args: Route.LoaderArgs) {
  const { ctx, visit, link } = await openVisit(args);
  const over = visit.status === "completed" || visit.status === "cancelled";
  const plan_id = visit.plan_id ?? visit.made_room?.plan_id ?? null;
  return data(
    {
      link,
      visit: shownVisit(visit),
      rooms: visit.rooms,
      extras: visit.extras,
      notes: visit.notes,
      price: {
        lines: visit.lines,
        total: visit.total,
        paidOtherwise: visit.paid_otherwise,
        paidOn: visit.paid_on,
        paid: visit.paid,
        due: visit.due,
        refunds: visit.refunds,
        isTest: visit.is_test,
        feeDue: visit.fee_due,
        pay: await wayToPay(ctx, visit),
        onTheDay:
          isPromised(visit) &&
          !visit.paid_otherwise &&
          (visit.order_status === "pending" || (visit.status === "confirmed" && visit.due !== null)),
        card: visit.card,
      },
      ways: {
        canMove: visit.can_move,
        canCancel: visit.can_cancel,
        hasCalendar: visit.status === "confirmed",
        hasReceipt: visit.has_receipt,
        again: over && !visit.made_room ? `/book?service=${encodeURIComponent(visit.service_id)}` : null,
      },
      claims: await readVisitClaims(ctx, link.id),
      photos: await readPhotosOfCustomer(ctx, visit.id),
      plan: plan_id !== null,
      planHref: plan_id && !link.key ? `/plans/${plan_id}` : null,
      state: stateOf(visit),
      policy: visit.can_cancel && visit.plan_id === null && !visit.storm ? feeSentence(visit.policy) : null,
      flagged: visit.flag && visit.plan_id === null ? flagToCustomer(visit.flag) : null,
      whyNot: visit.why_not,
      waitsForPlan: visit.made_room?.is_unpaid ?? false,
      storm: visit.storm,
      note: visitNote({ ...visit, fee_due: visit.fee_due ? visit.due : null }),
      checkout: visit.checkout_url,
      profile: profileOf(
        requestContext(args.context).actor.kind,
        Temporal.Instant.compare(visit.ends_at, ctx.now) < 0,
      ),
    },
    NO_STORE,
  );
}

export const headers = pageHeaders;

/** Where what is due is paid by card, or a tip is given; null when neither is, or no cards are taken. */
async function wayToPay(ctx: Ctx, { order_id, due, welcomes_tip, flag, card, needs_card, status }: Visit) {
  if (!order_id || flag || !(due || welcomes_tip) || !(await ctx.payments.current())) return null;
  const href = payUrl(ctx, order_id);
  if (needs_card) return { href, label: "Save a card" };
  if (card && status === "confirmed") return { href, label: "Change card" };
  return { href, label: due ? `Pay ${due} by card` : "Leave a tip" };
}

type State = "flagged" | "made room" | "unpaid" | "over" | "plain";

function stateOf(visit: Pick<Visit, "status" | "flag" | "made_room" | "why_not">): State {
  if (visit.flag) return "flagged";
  if (visit.made_room) return "made room";
  if (visit.status === "pending") return "unpaid";
  return visit.why_not ? "over" : "plain";
}

/** Profile page that lists the visit; null for guests. */
function profileOf(kind: string, past: boolean): string | null {
  if (kind !== "user") return null;
  return `/profile?tab=${past ? "cleaning-history" : "upcoming-cleans"}`;
}

export default function Booking({ loaderData, matches }: Route.ComponentProps) {
  const { link, visit, rooms, extras, notes, price, ways, plan, planHref, state, whyNot, storm } = loaderData;
  const { waitsForPlan, note, checkout, profile, flagged, policy, claims, photos } = loaderData;
  const { phone } = matches[0].loaderData.company;
  return (
    <VisitFrame
      back={profile ? { to: profile, label: "Back to My Profile" } : null}
      heading={visit.service}
      aside={
        state === "made room" ? (
          <Badge tone="green">Part of your plan</Badge>
        ) : (
          <VisitStatus status={visit.status} />
        )
      }
      lead={<VisitWhen day={visit.date_in_words} time={visit.time} />}
    >
      {storm && (
        <Notice
          className="mt-6"
          title="A storm has changed our schedule"
          action={
            <ButtonLink href={visitPath(link, "storm")} size="small">
              See the new time
            </ButtonLink>
          }
        >
          We’re sorry, we can’t make it that day. Reschedule or skip this visit for free.
        </Notice>
      )}
      {state === "flagged" && (
        <Notice className="mt-6" title={flagged?.heading ?? "We’ll get in touch"}>
          {flagged?.text ?? "We’re looking into this visit and will contact you shortly."} You can also call
          us at {phone}.
        </Notice>
      )}
      {state === "unpaid" && note && (
        <Notice
          className="mt-6"
          action={
            checkout && (
              <ButtonLink href={checkout} size="small">
                Pay Now
              </ButtonLink>
            )
          }
        >
          {note}
        </Notice>
      )}
      {state === "made room" && (
        <Notice className="mt-6" title="A visit of your plan takes its place">
          {waitsForPlan
            ? "If the plan isn’t paid in time, this visit takes place as before."
            : "We come when your plan says."}{" "}
          Questions? Call us at {phone}.
        </Notice>
      )}
      {state === "over" && (
        <Notice className="mt-6" title={whyNot}>
          Questions? Call us at {phone}.
        </Notice>
      )}
      <div className="mt-8 grid gap-8 lg:grid-cols-[minmax(0,1fr)_22rem] lg:gap-12">
        <div>
          <VisitFacts visit={visit} rooms={rooms} extras={extras} notes={notes} />
          <VisitWays link={link} {...ways} skips={plan} />
          {photos.length > 0 && (
            <section aria-labelledby="photos" className="mt-8">
              <h2 id="photos" className="mb-3 text-heading">
                Photos from your visit
              </h2>
              <Photos photos={photos} />
            </section>
          )}
          <VisitClaim link={link} claims={claims} />
        </div>
        <div>
          {plan ? <VisitOfPlan href={planHref} /> : <VisitPrice {...price} />}
          {policy && <p className="mt-5 px-1 text-moss text-sm">{policy}</p>}
          {link.key && ways.canCancel && (
            <p className="mt-5 px-1 text-moss text-sm">
              Keep this link private: anyone who has it can reschedule or cancel this cleaning.
            </p>
          )}
        </div>
      </div>
    </VisitFrame>
  );
}
