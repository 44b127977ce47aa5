import Gift from "lucide-react/icons/gift";
import { data } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { resendGiftCard } from "~/features/payments/gift-cards/deliver.server";
import { readGiftCards, readGiftLiability } from "~/features/payments/gift-cards/queries.server";
import { refundGiftCard } from "~/features/payments/gift-cards/refund.server";
import { GiftCardTable } from "~/features/payments/gift-cards/ui/office-table";
import { formatCents } from "~/lib/money";
import type { ToastMessage } from "~/lib/toast-message";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/gift-cards";

const PATH = "/admin/gift-cards";

export const meta: Route.MetaFunction = ({ matches }) => [
  ...pageMeta(matches, "Gift Cards", "Gift cards that were bought."),
  { name: "robots", content: "noindex" },
];

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const shown = { cards: await readGiftCards(ctx), liability: await readGiftLiability(ctx) };
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

export default function GiftCards({ loaderData: { cards, liability } }: Route.ComponentProps) {
  return (
    <>
      <h1 className="mb-6 text-title">Gift Cards</h1>
      {cards.length === 0 ? (
        <EmptyState icon={Gift} title="No gift cards yet">
          Customers buy them on the Gift Cards page. Each one shows up here with its balance.
        </EmptyState>
      ) : (
        <GiftCardTable cards={cards} liability={liability} />
      )}
    </>
  );
}
