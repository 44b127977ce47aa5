import { data, redirect } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { readSettings } from "~/features/operations/settings/queries.server";
import { buyGiftCard } from "~/features/payments/gift-cards/buy.server";
import { giftSchema } from "~/features/payments/gift-cards/forms";
import { DAYS_AHEAD } from "~/features/payments/gift-cards/gift-card";
import { GiftForm, type GiftFormState } from "~/features/payments/gift-cards/ui/gift-form";
import { addDays, companyToday } from "~/lib/dates";
import { allowContext, type Ctx, requestContext } from "~/platform/context.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import { formToken, guardForm, isTrapped, keptToken } from "~/platform/request/spam.server";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/gift-cards";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Gift Cards",
    "Give a clean home: a gift card by email with your message, on the day you choose. It never expires and pays for any visit.",
  );

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const FORM = "gift-card";

/** Signed-in visitors get their name and address prefilled. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const user = ctx.actor.kind === "user" ? ctx.actor : null;
  const values: GiftFormState["values"] = {
    buyer_name: [user?.first_name, user?.last_name].filter(Boolean).join(" "),
    buyer_email: user?.email ?? "",
  };
  return {
    ...(await frameOf(ctx)),
    form: { token: formToken(ctx, FORM), values, errors: {} } as GiftFormState,
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const fields = await readForm(request);
  if (isTrapped(fields)) throw redirect("/gift-cards", 303);
  const again = async (status: number, more: Partial<GiftFormState>) => {
    const form = { token: keptToken(ctx, FORM, fields), values: fields ?? {}, errors: {}, ...more };
    return data({ ...(await frameOf(ctx)), form: form as GiftFormState }, { status });
  };
  const submission = checkForm(fields, giftSchema);
  if (submission.status !== "success")
    return again(400, { errors: (submission.error ?? {}) as GiftFormState["errors"] });
  const guarded = guardForm(ctx, { name: FORM, button: "Proceed to Payment" }, fields);
  if (guarded.kind === "program") throw redirect("/gift-cards", 303);
  if (guarded.kind === "again") return again(400, { notice: guarded.message, token: guarded.token });
  if (!(await context.get(allowContext)("gift-card"))) return again(429, { notice: TOO_MANY });
  const outcome = await buyGiftCard(ctx, { ...submission.value, form_id: guarded.form_id });
  if (outcome.ok) throw redirect(outcome.url, 303);
  if (outcome.reason === "invalid") return again(400, { errors: { [outcome.field]: [outcome.message] } });
  return again(503, { notice: outcome.message });
}

const TOO_MANY = "That’s a lot for one hour. Please wait a while, or give us a call.";

async function frameOf(ctx: Ctx) {
  const settings = await readSettings(ctx);
  const today = companyToday(ctx.now, settings["general.timezone"]);
  const way = await ctx.payments.way();
  const currency = settings["payments.default_currency"];
  return { today, last: addDays(today, DAYS_AHEAD), currency, takes_cards: way !== "none" };
}

export default function GiftCards({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { form, takes_cards, ...frame } = actionData ?? loaderData;
  const { phone } = matches[0].loaderData.company;
  return (
    <Container narrow className="py-10 md:py-14">
      <h1 className="text-title">Gift Cards</h1>
      <p className="mt-3 mb-8 text-lead text-moss">
        Give somebody a clean home. We email the card with your message on the day you choose. It never
        expires, and what is left after a visit stays as credit.
      </p>
      {takes_cards ? (
        <GiftForm {...form} {...frame} />
      ) : (
        <Notice title="We can’t take cards online right now">
          Please call us at {phone} for a gift card.
        </Notice>
      )}
      <p className="mt-8 text-moss">
        Do you have a code?{" "}
        <a href="/gift-cards/balance" className={linkLook}>
          See its balance
        </a>
        , or redeem it in{" "}
        <a href="/profile" className={linkLook}>
          your profile
        </a>
        .
      </p>
    </Container>
  );
}

const linkLook = "font-semibold text-evergreen-700 underline underline-offset-4 hover:text-evergreen-900";
