import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { UpcomingVisits } from "~/features/booking/manage/ui/my-visits";
import { PastVisits } from "~/features/booking/manage/ui/past-visits";
import { historyPath } from "~/features/booking/manage/visit";
import { pageMeta } from "~/features/content/site/page-meta";
import { PropertyList } from "~/features/customers/homes/ui/property-list";
import { handlePost } from "~/features/customers/profile/change.server";
import { isMissing, readTab, type TabPage } from "~/features/customers/profile/queries.server";
import { LOAD_FAILURES, profilePath, profileTab } from "~/features/customers/profile/rules";
import { ProfileDetails } from "~/features/customers/profile/ui/profile-details";
import { ProfileTabs } from "~/features/customers/profile/ui/profile-tabs";
import { ReferralCard } from "~/features/customers/referrals/ui/referral-card";
import { CreditCard } from "~/features/payments/credit/ui/credit-card";
import { RedeemForm } from "~/features/payments/gift-cards/ui/redeem-form";
import { MyPlans } from "~/features/plans/change/ui/my-plans";
import { ReviewEditor } from "~/features/reviews/office/ui/editor";
import { readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { keepPost } from "~/platform/request/kept-post.server";
import { ButtonLink } from "~/ui/action/button-link";
import { type AddressProps, FeedAddress } from "~/ui/action/feed-address";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/profile";

export const middleware = [keepPost];
export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "My Profile", "Your details, properties, visits and reviews.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Revalidates after every action, so that changes made in another window appear too. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

/** Loads one tab. Returns 404 if the URL names an unknown row, and a notice if the data can't be read (spec section 8). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const tab = profileTab(query.get("tab"));
  try {
    const page = await readTab(ctx, tab, query);
    return data({ page, missing: isMissing(page), failed: null }, isMissing(page) ? 404 : 200);
  } catch (err) {
    ctx.log.error({ err, tab }, "a tab of the profile could not be read");
    const init = { status: 503, headers: { "Retry-After": "30" } };
    return data({ page: null, missing: false, failed: { tab, message: LOAD_FAILURES[tab] } }, init);
  }
}

/** All forms of the page submit here; `intent` selects the verb. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const fields = (await readForm(request)) ?? {};
  const { intent = "", id = "" } = fields;
  return handlePost({ ctx, context, fields, intent, id });
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, failed, missing } = loaderData;
  const tab = page?.tab ?? failed?.tab ?? "user-details";
  const notice =
    actionData?.notice ??
    (missing ? "We can’t find what this link leads to. It may have been removed." : null);
  return (
    <Container className="py-8 md:py-12">
      <h1 className="text-title">My Profile</h1>
      <div className="mt-5 mb-6 sm:mb-8">
        <ProfileTabs current={tab} />
      </div>
      <Refusal toast={actionData?.toast} className="mb-6" />
      {notice && (
        <Notice tone="error" className="mb-6">
          {notice}
        </Notice>
      )}
      {failed && (
        <Notice
          tone="error"
          action={
            <ButtonLink href={profilePath(tab)} variant="secondary" size="small" className="min-h-11">
              Try again
            </ButtonLink>
          }
        >
          {failed.message}
        </Notice>
      )}
      {page && <Tab page={page} refused={actionData} />}
    </Container>
  );
}

function Tab({ page, refused }: { page: TabPage; refused: Route.ComponentProps["actionData"] }) {
  const resultOf = (intent: string, id = "") =>
    refused?.intent === intent && refused.id === id ? refused.result : undefined;
  switch (page.tab) {
    case "user-details":
      return (
        <ProfileDetails
          {...page}
          credit={
            <>
              <CreditCard credit={page.credit} verified={page.verified} redeem={<RedeemForm />} />
              {page.referrals && <ReferralCard {...page.referrals} />}
            </>
          }
          result={resultOf("update-profile")}
          current={refused?.profile}
        />
      );
    case "property-details":
      return (
        <PropertyList
          {...page}
          result={resultOf("add-property") ?? resultOf("update-property", page.editing ?? "")}
          current={refused?.property}
        />
      );
    case "upcoming-cleans":
      return (
        <>
          <MyPlans plans={page.plans} />
          <UpcomingVisits {...page} />
          <CalendarFeed address={page.address} made={refused?.made} />
        </>
      );
    case "cleaning-history":
      return (
        <PastVisits
          {...page}
          renderEditor={({ id, review }) => (
            <ReviewEditor
              key={`${id} ${review !== null}`}
              bookingId={id}
              action={historyPath({ show: page.shown, visit: id })}
              show={page.shown}
              review={review}
              result={resultOf("submit-review", id)}
              googleUrl={page.google_url}
            />
          )}
        />
      );
  }
}

/** The address of the customer's private calendar, to make, replace or remove. */
function CalendarFeed(props: AddressProps) {
  return (
    <Card id="calendar" className="mt-6 scroll-mt-24 p-5 sm:p-7">
      <h2 className="text-heading">Your visits in your calendar</h2>
      <p className="mt-2 mb-5 max-w-2xl text-moss">
        Subscribe to a private address in Google, Apple or Outlook Calendar, and your visits show up there and
        stay up to date. Anyone who has the address can see them.
      </p>
      <FeedAddress {...props} action="/profile?tab=upcoming-cleans" />
    </Card>
  );
}
