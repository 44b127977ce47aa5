// Rooms: the profile changes the account with its calendar address (identity), redeems gift cards (payments), and changes reviews
// (reviews) of visits (booking).

import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import { z } from "zod";
import { historyPath } from "~/features/booking/manage/visit";
import {
  addProperty,
  removeProperty,
  setDefaultProperty,
  updateProperty,
} from "~/features/customers/homes/change.server";
import { propertySchema } from "~/features/customers/homes/forms";
import { PROPERTIES_PAGE, type Property } from "~/features/customers/homes/property";
import type { AddressChange } from "~/features/identity/security/calendar-address";
import { changeAddress } from "~/features/identity/security/calendar-address.server";
import { profileSchema } from "~/features/identity/sign-in/forms";
import { resendVerification } from "~/features/identity/sign-in/verify.server";
import { redeemGiftCard } from "~/features/payments/gift-cards/redeem.server";
import { deleteReview } from "~/features/reviews/delete.server";
import { reviewSchema } from "~/features/reviews/forms";
import { submitReview } from "~/features/reviews/submit.server";
import { formatCents } from "~/lib/money";
import { ownEntry } from "~/lib/own-entry";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, type UserCtx } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, type Fields } from "~/platform/request/form.server";
import { updateProfile } from "./queries.server";
import { type Profile, profilePath, SAVE_FAILURES } from "./rules";

/** A submitted form of the profile page. */
export type FormPost = {
  ctx: UserCtx;
  context: Readonly<RouterContextProvider>;
  fields: Fields;
  intent: string;
  id: string;
};

/** Answer to a rejected form: the submitted values (`result`), a toast or a notice. Or what was made, to be shown once. */
type Reply = {
  result?: SubmissionResult<string[]>;
  toast?: ToastMessage;
  notice?: string;
  /** Present state, if another window was faster. */
  profile?: Profile;
  property?: Property;
  /** A calendar address that was made; shown only once. */
  made?: string;
};
export type Answer = Response | ReturnType<typeof answer>;
type Verb<Schema extends z.ZodType> = {
  schema: Schema;
  failure: string;
  run: (
    post: FormPost & { reply: (...messages: string[]) => Reply },
    form: z.output<Schema>,
  ) => Promise<Answer>;
};

function answer({ intent, id }: FormPost, status: number, why: Reply) {
  return data({ intent, id, ...why }, status);
}

/** Validates the form and runs the verb. An exception is logged and answered with a toast; what was typed is kept. */
function verb<Schema extends z.ZodType>({ schema, failure, run }: Verb<Schema>) {
  return async (post: FormPost): Promise<Answer> => {
    const submission = checkForm(post.fields, schema, { disableAutoCoercion: true });
    if (submission.status !== "success") return answer(post, 400, { result: submission.reply() });
    const reply = (...formErrors: string[]) => ({ result: submission.reply({ formErrors }) });
    const toast = { title: "Error", description: failure, destructive: true };
    return orElse(
      post.ctx.log,
      `a change of the profile failed: ${post.intent}`,
      () => run({ ...post, reply }, submission.value),
      () => answer(post, 503, { ...reply(), toast }),
    );
  };
}

/** Redirects to the page with a toast. */
function done({ context }: FormPost, path: string, title: string, description?: string): Response {
  return redirectTo(context, path, { toast: { title, description } });
}

/** Runs the verb named by the form's `intent`. */
export function handlePost(post: FormPost): Promise<Answer> | Answer {
  const wanted = ownEntry(VERBS, post.intent);
  return wanted ? wanted(post) : answer(post, 400, { notice: "That didn't work. Please try again." });
}

const NOTHING = z.object({});
const GONE = {
  property: { notice: "We can't find that property. It may have been removed in another window." },
  visit: { notice: "We can't find that visit in your account." },
};
const CHANGED = "This was changed in another window. Save again to replace it with what's here.";
const VERBS: Record<string, (post: FormPost) => Promise<Answer>> = {
  "update-profile": verb({
    schema: profileSchema,
    failure: SAVE_FAILURES["update-profile"],
    async run(post, form) {
      const outcome = await updateProfile(post.ctx, form);
      if (!outcome.ok) return answer(post, 409, { ...post.reply(CHANGED), profile: outcome.current });
      const description = "Your profile has been successfully updated.";
      return done(post, profilePath("user-details"), "Profile Updated", description);
    },
  }),
  "redeem-gift-card": verb({
    schema: z.object({ code: z.string().default("") }),
    failure: SAVE_FAILURES["redeem-gift-card"],
    async run(post, { code }) {
      if (!(await post.context.get(allowContext)("gift-code", post.ctx.actor.id)))
        return answer(post, 429, { notice: "Too many tries. Please wait 15 minutes and try again." });
      const outcome = await redeemGiftCard(post.ctx, { code });
      if (!outcome.ok) return answer(post, 400, { notice: outcome.message });
      const amount = formatCents(outcome.amount, outcome.currency);
      return done(post, profilePath("user-details"), "Gift Card Redeemed", `${amount} is your credit now.`);
    },
  }),
  "verification-mail": verb({
    schema: NOTHING,
    failure: SAVE_FAILURES["verification-mail"],
    async run(post) {
      const { email } = post.ctx.actor;
      const page = profilePath("user-details");
      const allow = post.context.get(allowContext);
      if (!((await allow("account-mail", email)) && (await allow("account-mail-any"))))
        return answer(post, 429, { notice: "Too many attempts. Please wait an hour and try again." });
      const { ok } = await resendVerification(post.ctx);
      if (!ok) return done(post, page, "Email Verified", "Your address is already verified.");
      return done(post, page, "Verification Email Sent", `Please check your inbox at ${email}.`);
    },
  }),
  "add-property": verb({
    schema: propertySchema,
    failure: SAVE_FAILURES["add-property"],
    async run(post, form) {
      const outcome = await addProperty(post.ctx, form);
      if (!outcome.ok) return answer(post, 409, post.reply(outcome.message));
      return done(post, PROPERTIES_PAGE, "Property Added");
    },
  }),
  "update-property": verb({
    schema: propertySchema,
    failure: SAVE_FAILURES["update-property"],
    async run(post, form) {
      const outcome = await updateProperty(post.ctx, post.id, form);
      if (outcome.ok) return done(post, PROPERTIES_PAGE, "Property Updated");
      if (outcome.reason === "not found") return answer(post, 404, GONE.property);
      return answer(post, 409, { ...post.reply(CHANGED), property: outcome.current });
    },
  }),
  "remove-property": verb({
    schema: NOTHING,
    failure: SAVE_FAILURES["remove-property"],
    async run(post) {
      const { ok } = await removeProperty(post.ctx, post.id);
      return ok ? done(post, PROPERTIES_PAGE, "Property Removed") : answer(post, 404, GONE.property);
    },
  }),
  "default-property": verb({
    schema: NOTHING,
    failure: SAVE_FAILURES["default-property"],
    async run(post) {
      const { ok } = await setDefaultProperty(post.ctx, post.id);
      return ok ? done(post, PROPERTIES_PAGE, "Property Updated") : answer(post, 404, GONE.property);
    },
  }),
  "submit-review": verb({
    schema: reviewSchema,
    failure: SAVE_FAILURES["submit-review"],
    async run(post, form) {
      const outcome = await submitReview(post.ctx, post.id, form);
      if (outcome.ok) return done(post, historyOf(post), "Review Submitted");
      if (outcome.reason === "not found") return answer(post, 404, GONE.visit);
      return answer(post, 409, { notice: outcome.message });
    },
  }),
  "delete-review": verb({
    schema: NOTHING,
    failure: SAVE_FAILURES["delete-review"],
    async run(post) {
      const { ok } = await deleteReview(post.ctx, post.id);
      return ok ? done(post, historyOf(post), "Review Deleted") : answer(post, 404, GONE.visit);
    },
  }),
  "create-feed": addressVerb("create"),
  "replace-feed": addressVerb("replace"),
  "remove-feed": addressVerb("remove"),
};

/** Responds with the address instead of a redirect, since it is shown only once. */
function addressVerb(change: AddressChange) {
  return verb({
    schema: NOTHING,
    failure: SAVE_FAILURES["replace-feed"],
    async run(post) {
      const outcome = await changeAddress(post.ctx, { shows: "own visits" }, change);
      if (outcome.ok && outcome.url !== null) return answer(post, 201, { made: outcome.url });
      const title = change === "remove" ? "Calendar Address Removed" : "You Already Have an Address";
      return done(post, `${profilePath("upcoming-cleans")}#calendar`, title);
    },
  });
}

/** URL of the visit in the history, with the same number of visits shown. */
function historyOf({ fields, id }: FormPost): string {
  return historyPath({ show: Number(fields.show) || 0, visit: id });
}
