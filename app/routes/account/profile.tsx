import type { SubmissionResult } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { z } from "zod";
import { profileSchema } from "~/features/accounts/forms";
import { type Profile, type ProfileTab, profilePath, profileTab } from "~/features/accounts/profile";
import { readProfile, updateProfile } from "~/features/accounts/profile.server";
import { ProfileDetails } from "~/features/accounts/ui/profile-details";
import { ProfileTabs } from "~/features/accounts/ui/profile-tabs";
import { resendVerification } from "~/features/accounts/verify.server";
import { createFeed, readFeedUrl, removeFeed, replaceFeed } from "~/features/booking/feed.server";
import { readPast, readUpcoming } from "~/features/booking/my-bookings.server";
import { historyPath, shownVisits, visitMonth } from "~/features/booking/my-visits";
import { CalendarFeed } from "~/features/booking/ui/calendar-feed";
import { PastVisits } from "~/features/booking/ui/past-visits";
import { UpcomingVisits } from "~/features/booking/ui/upcoming-visits";
import { addProperty } from "~/features/properties/add.server";
import { propertySchema } from "~/features/properties/forms";
import { PROPERTIES_PAGE, type Property } from "~/features/properties/property";
import { readProperties } from "~/features/properties/reads.server";
import { removeProperty } from "~/features/properties/remove.server";
import { setDefaultProperty } from "~/features/properties/set-default.server";
import { PropertyList } from "~/features/properties/ui/property-list";
import { updateProperty } from "~/features/properties/update.server";
import { deleteReview } from "~/features/reviews/delete.server";
import { reviewSchema } from "~/features/reviews/forms";
import { submitReview } from "~/features/reviews/submit.server";
import { ReviewEditor } from "~/features/reviews/ui/review-editor";
import { pageMeta } from "~/features/site/page-meta";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, type UserCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/flash.server";
import { requireUser } from "~/platform/gate.server";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";
import { Notice } from "~/ui/notice";
import { Refusal } from "~/ui/refusal";
import type { Route } from "./+types/profile";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "My Profile", "Your details, properties, visits and reviews."),
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** What another window changed meanwhile must not stay on the page either. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus === 404 || actionStatus === 409;
}

/** One tab; what the address names of it must be there. What can't be read is said in words (spec section 8). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  const query = new URL(request.url).searchParams;
  const tab = profileTab(query.get("tab"));
  try {
    const page = await TAB_READERS[tab](ctx, query);
    return data({ page, missing: isMissing(page), failed: null }, isMissing(page) ? 404 : 200);
  } catch (err) {
    ctx.log.error({ err, tab }, "a tab of the profile could not be read");
    const init = { status: 503, headers: { "Retry-After": "30" } };
    return data({ page: null, missing: false, failed: { tab, message: LOAD_FAILURES[tab] } }, init);
  }
}

const LOAD_FAILURES: Record<ProfileTab, string> = {
  "user-details": "Error loading your details. Please try again.",
  "property-details": "Error loading your properties. Please try again.",
  "upcoming-cleans": "Error loading upcoming cleanings. Please try again.",
  "cleaning-history": "Error loading cleaning history. Please try again.",
};

const TAB_READERS = {
  "user-details": async (ctx: UserCtx, query: URLSearchParams) => ({
    tab: "user-details" as const,
    profile: await readProfile(ctx),
    email: ctx.actor.email,
    verified: ctx.actor.email_verified,
    editing: query.has("edit"),
  }),
  "property-details": async (ctx: UserCtx, query: URLSearchParams) => ({
    tab: "property-details" as const,
    properties: await readProperties(ctx),
    adding: query.has("add"),
    editing: query.get("edit"),
    removing: query.get("remove"),
  }),
  "upcoming-cleans": async (ctx: UserCtx, query: URLSearchParams) => {
    const [{ today, visits }, feed_url] = await Promise.all([readUpcoming(ctx), readFeedUrl(ctx)]);
    const month = visitMonth(visits, today, query.get("month"));
    return { tab: "upcoming-cleans" as const, today, visits, month, feed_url };
  },
  "cleaning-history": async (ctx: UserCtx, query: URLSearchParams) => {
    const open = query.get("visit");
    const past = await readPast(ctx);
    return {
      tab: "cleaning-history" as const,
      ...past,
      open,
      ...shownVisits(past.visits, query.get("show"), open),
    };
  },
};

type Page = Awaited<ReturnType<(typeof TAB_READERS)[ProfileTab]>>;

/** Whether the address names a property or a visit that this customer hasn't got. */
function isMissing(page: Page): boolean {
  const lacks = (rows: { id: string }[], id: string | null) =>
    id !== null && !rows.some((row) => row.id === id);
  if (page.tab === "property-details")
    return lacks(page.properties, page.editing) || lacks(page.properties, page.removing);
  return page.tab === "cleaning-history" && lacks(page.visits, page.open);
}

/** Every form of the page posts here; `intent` says what it is about. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const form = await request.formData().catch(() => new FormData());
  const [intent, id] = [form.get("intent"), form.get("id")].map((value) =>
    typeof value === "string" ? value : "",
  );
  const post: Post = { ctx, context, form, intent: intent ?? "", id: id ?? "" };
  const verb = Object.hasOwn(VERBS, post.intent) ? VERBS[post.intent] : undefined;
  return verb ? verb(post) : refuse(post, 400, { notice: "That did not work. Please try again." });
}

type Post = {
  ctx: UserCtx;
  context: Route.ActionArgs["context"];
  form: FormData;
  intent: string;
  id: string;
};

/** Why a form is refused: with what was typed (`result`), a toast, or a sentence on the page. */
type Refused = {
  result?: SubmissionResult<string[]>;
  toast?: ToastMessage;
  notice?: string;
  /** What is stored now, when another window was faster. */
  profile?: Profile;
  property?: Property;
};
type Answer = Response | ReturnType<typeof refuse>;
type Verb<Fields> = {
  schema: z.ZodType<Fields>;
  failure: string;
  run: (post: Post & { reply: (...messages: string[]) => Refused }, fields: Fields) => Promise<Answer>;
};

function refuse({ intent, id }: Post, status: number, why: Refused) {
  return data({ intent, id, ...why }, status);
}

/** Checks the form and runs the verb; a fault is logged, and told in a toast while what was typed stays. */
function verb<Fields>({ schema, failure, run }: Verb<Fields>) {
  return async (post: Post): Promise<Answer> => {
    const submission = parseWithZod(post.form, { schema, disableAutoCoercion: true });
    if (submission.status !== "success") return refuse(post, 400, { result: submission.reply() });
    const reply = (...formErrors: string[]) => ({ result: submission.reply({ formErrors }) });
    try {
      return await run({ ...post, reply }, submission.value);
    } catch (err) {
      post.ctx.log.error({ err, intent: post.intent }, "a change of the profile failed");
      const toast = { title: "Error", description: failure, destructive: true };
      return refuse(post, 503, { ...reply(), toast });
    }
  };
}

const NOTHING = z.object({});
const GONE = {
  property: { notice: "We can't find that property. It may have been removed in another window." },
  visit: { notice: "We can't find that visit among yours." },
};
const CHANGED =
  "This was changed in another window meanwhile. Save again to replace it with what stands here.";
const FAILED = {
  property: "Failed to update property. Please try again.",
  feed: "Failed to change your calendar address. Please try again.",
};

const VERBS: Record<string, (post: Post) => Promise<Answer>> = {
  "update-profile": verb({
    schema: profileSchema,
    failure: "Failed to update profile. Please try again.",
    async run(post, form) {
      const outcome = await updateProfile(post.ctx, form);
      if (!outcome.ok) return refuse(post, 409, { ...post.reply(CHANGED), profile: outcome.current });
      const description = "Your profile has been successfully updated.";
      return done(post, profilePath("user-details"), "Profile Updated", description);
    },
  }),
  "verification-mail": verb({
    schema: NOTHING,
    failure: "Failed to send the mail. Please try again.",
    async run(post) {
      const { email } = post.ctx.actor;
      const page = profilePath("user-details");
      if (!(await post.context.get(allowContext)("account-mail", email)))
        return refuse(post, 429, { notice: "Too many tries. Please wait an hour and try again." });
      const { ok } = await resendVerification(post.ctx);
      if (!ok) return done(post, page, "Email Verified", "Your address has been verified already.");
      return done(post, page, "Verification Mail Sent", `Please check your inbox at ${email}.`);
    },
  }),
  "add-property": verb({
    schema: propertySchema,
    failure: "Failed to add property. Please try again.",
    async run(post, form) {
      const outcome = await addProperty(post.ctx, form);
      if (!outcome.ok) return refuse(post, 409, post.reply(outcome.message));
      return done(post, PROPERTIES_PAGE, "Property Added");
    },
  }),
  "update-property": verb({
    schema: propertySchema,
    failure: FAILED.property,
    async run(post, form) {
      const outcome = await updateProperty(post.ctx, post.id, form);
      if (outcome.ok) return done(post, PROPERTIES_PAGE, "Property Updated");
      if (outcome.reason === "not found") return refuse(post, 404, GONE.property);
      return refuse(post, 409, { ...post.reply(CHANGED), property: outcome.current });
    },
  }),
  "remove-property": verb({
    schema: NOTHING,
    failure: "Failed to remove property. Please try again.",
    async run(post) {
      const { ok } = await removeProperty(post.ctx, post.id);
      return ok ? done(post, PROPERTIES_PAGE, "Property Removed") : refuse(post, 404, GONE.property);
    },
  }),
  "default-property": verb({
    schema: NOTHING,
    failure: FAILED.property,
    async run(post) {
      const { ok } = await setDefaultProperty(post.ctx, post.id);
      return ok ? done(post, PROPERTIES_PAGE, "Property Updated") : refuse(post, 404, GONE.property);
    },
  }),
  "submit-review": verb({
    schema: reviewSchema,
    failure: "Failed to submit review. Please try again.",
    async run(post, form) {
      const outcome = await submitReview(post.ctx, post.id, form);
      if (outcome.ok) return done(post, historyOf(post), "Review Submitted");
      if (outcome.reason === "not found") return refuse(post, 404, GONE.visit);
      return refuse(post, 409, { notice: outcome.message });
    },
  }),
  "delete-review": verb({
    schema: NOTHING,
    failure: "Failed to delete review. Please try again.",
    async run(post) {
      const { ok } = await deleteReview(post.ctx, post.id);
      return ok ? done(post, historyOf(post), "Review Deleted") : refuse(post, 404, GONE.visit);
    },
  }),
  "create-feed": feedVerb(createFeed, "Calendar Address Created"),
  "replace-feed": feedVerb(replaceFeed, "Calendar Address Replaced"),
  "remove-feed": feedVerb(removeFeed, "Calendar Address Removed"),
};

function feedVerb(change: (ctx: UserCtx) => Promise<void>, title: string) {
  return verb({
    schema: NOTHING,
    failure: FAILED.feed,
    async run(post) {
      await change(post.ctx);
      return done(post, `${profilePath("upcoming-cleans")}#calendar`, title);
    },
  });
}

function done({ context }: Post, path: string, title: string, description?: string): Response {
  return redirectTo(context, path, { toast: { title, description } });
}

/** Back to the visit, with as many of the others as were shown. */
function historyOf({ form, id }: Post): string {
  return historyPath({ show: Number(form.get("show")) || 0, visit: id });
}

export default function ProfilePage({ loaderData, actionData }: Route.ComponentProps) {
  const { page, failed, missing } = loaderData;
  const tab = page?.tab ?? failed?.tab ?? "user-details";
  const notice =
    actionData?.notice ?? (missing ? "We can't find what this address names. It may be gone." : null);
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

function Tab({ page, refused }: { page: Page; refused: Route.ComponentProps["actionData"] }) {
  const resultOf = (intent: string, id = "") =>
    refused?.intent === intent && refused.id === id ? refused.result : undefined;
  switch (page.tab) {
    case "user-details":
      return <ProfileDetails {...page} result={resultOf("update-profile")} current={refused?.profile} />;
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
          <UpcomingVisits {...page} />
          <CalendarFeed url={page.feed_url} />
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
            />
          )}
        />
      );
  }
}
