import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { readGiftBalance, UNKNOWN_CODE } from "~/features/payments/gift-cards/redeem.server";
import { formatDate } from "~/lib/dates";
import { formatCents } from "~/lib/money";
import { allowContext, requestContext } from "~/platform/context.server";
import { readForm } from "~/platform/request/form.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { TextField } from "~/ui/form/text-field";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/gift-card-balance";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Gift Card Balance", "What your gift card is worth, and how to redeem it.", {
    noindex: true,
  });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

type Answer = {
  code: string;
  error: string | null;
  balance: string | null;
  used: boolean;
  /** The last day of a card that can be redeemed no more. */
  expired: string | null;
};

export async function action({ request, context }: Route.ActionArgs) {
  const { code = "" } = (await readForm(request)) ?? {};
  const refuse = (error: string, status: number) =>
    data<Answer>({ code, error, balance: null, used: false, expired: null }, { status });
  if (!(await context.get(allowContext)("gift-code")))
    return refuse("Too many tries. Please wait 15 minutes and try again.", 429);
  const found = await readGiftBalance(requestContext(context), code);
  if (!found) return refuse(UNKNOWN_CODE, 400);
  const balance = formatCents(found.cents, found.currency);
  const expired = found.expired && formatDate(found.expired);
  return data<Answer>({ code: "", error: null, balance, used: found.redeemed_at !== null, expired });
}

export default function GiftCardBalance({ actionData }: Route.ComponentProps) {
  return (
    <Container narrow className="py-10 md:py-14">
      <h1 className="text-title">Gift Card Balance</h1>
      <p className="mt-3 mb-8 text-lead text-moss">Enter the code from the email with your gift card.</p>
      {actionData?.balance && (
        <Notice
          className="mb-8"
          title={`${actionData.balance} on this gift card`}
          action={
            !actionData.used &&
            !actionData.expired && (
              <ButtonLink href="/profile" variant="secondary">
                Redeem it
              </ButtonLink>
            )
          }
        >
          {actionData.used
            ? "It was redeemed. What is left of it is credit in the account that redeemed it."
            : actionData.expired
              ? `It expired on ${actionData.expired}. Please call us.`
              : "Redeem it in your profile. It becomes your credit and never expires."}
        </Notice>
      )}
      <form method="post" noValidate className="grid gap-5">
        <TextField
          label="Code"
          name="code"
          autoComplete="off"
          autoCapitalize="characters"
          maxLength={60}
          required
          defaultValue={actionData?.code}
          error={actionData?.error ?? undefined}
        />
        <Button type="submit" size="large" className="justify-self-start">
          See Balance
        </Button>
      </form>
    </Container>
  );
}
