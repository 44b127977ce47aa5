import Gift from "lucide-react/icons/gift";
import { data, Form } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { resendGiftCard } from "~/features/payments/gift-cards/deliver.server";
import { readGiftCards, readGiftLiability, SHOWN_CARDS } from "~/features/payments/gift-cards/queries.server";
import { refundGiftCard } from "~/features/payments/gift-cards/refund.server";
import { GiftCardTable } from "~/features/payments/gift-cards/ui/office-table";
import { formatCents } from "~/lib/money";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/gift-cards";

const PATH = "/admin/gift-cards";
/** The most letters of a search. */
const LONGEST = 100;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Gift Cards", "Gift cards that were bought.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const q = (new URL(request.url).searchParams.get("q") ?? "").trim().slice(0, LONGEST);
  const cards = await readGiftCards(ctx, q);
  const shown = { q, cards, is_cut: cards.length === SHOWN_CARDS, liability: await readGiftLiability(ctx) };
  return data(shown, { headers: { "Cache-Control": "no-store" } });
}

/** Emails a gift card again with a new code, or refunds it. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, id = "" } = form;
  const back = (toast: ToastMessage) => redirectTo(context, PATH, { toast });
  const refuse = (description: string) =>
    back({ title: "Nothing was changed", description, destructive: true });
  if (intent === "resend") {
    if (!(await context.get(allowContext)("send-again", ctx.actor.id)))
      return refuse("Too many emails were sent again in a short time. Please wait an hour.");
    const outcome = await resendGiftCard(ctx, { id });
    if (!outcome.ok) return refuse(outcome.message);
    return back({
      title: "Gift card sent again",
      description: `${outcome.to}. The earlier code no longer works.`,
    });
  }
  if (intent === "refund") {
    const outcome = await refundGiftCard(ctx, { id });
    if (!outcome.ok) return refuse(outcome.message);
    const amount = formatCents(outcome.amount, outcome.currency);
    return back({ title: `Refund of ${amount} started`, description: "The code no longer works." });
  }
  throw data(null, { status: 400 });
}

export default function GiftCards({ loaderData: { q, cards, is_cut, liability } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-6 text-title">Gift Cards</h1>
      {(q || cards.length > 0) && (
        <Form key={q} role="search" preventScrollReset className="mb-5 flex max-w-xl flex-wrap gap-2">
          <input
            type="search"
            name="q"
            aria-label="Search the gift cards"
            placeholder="Name, email or #number"
            defaultValue={q}
            maxLength={LONGEST}
            className={cx(controlLook, "min-w-60 flex-1")}
          />
          <Button type="submit" variant="secondary" size="small" className="min-h-11">
            Search
          </Button>
        </Form>
      )}
      {q && cards.length === 0 ? (
        <EmptyState icon={Gift} title="No gift card found">
          Nobody with these words bought or got one. Search for another name, email or number.
        </EmptyState>
      ) : cards.length === 0 ? (
        <EmptyState icon={Gift} title="No gift cards yet">
          Customers buy them on the Gift Cards page. Each one shows up here with its balance.
        </EmptyState>
      ) : (
        <GiftCardTable cards={cards} liability={liability} is_cut={is_cut} />
      )}
    </>
  );
}
