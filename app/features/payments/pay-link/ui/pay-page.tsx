import type { PayPage } from "~/features/payments/pay-link/pay-link";
import { Button } from "~/ui/action/button";
import { AmountChoice } from "~/ui/form/amount-choice";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import { PhoneLink } from "~/ui/page/phone-link";
import { TestMark } from "~/ui/page/test-mark";

type PayRefusal = { message: string; field: "tip" | null; values: Record<string, string> };

type Props = { page: PayPage; phone: string; refusal: PayRefusal | null };

/** What is due of an order, and how to pay it by card; or a tip for a visit that is paid. */
export function PayOrder({ page, phone, refusal }: Props) {
  const { due, may_tip, last, takes_cards } = page;
  const asks = due !== null || (may_tip && page.owed === null);
  return (
    <Container narrow className="pt-8 pb-16 md:pt-14 md:pb-24">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h1 className="text-title">{headingOf(page)}</h1>
        <TestMark is={page.is_test && asks} />
      </div>
      <p className="wrap-anywhere mt-2 text-lead text-moss">
        {page.of}. Order {page.number}.
      </p>
      <Last last={last} />
      {refusal && refusal.field === null && (
        <Notice tone="error" className="mt-6" title="Nothing was charged">
          {refusal.message}
        </Notice>
      )}
      <Card className="mt-8 p-6 sm:p-8">
        <OrderSum page={page} />
        {last?.state !== "processing" && asks && takes_cards && <PayForm page={page} refusal={refusal} />}
        {last?.state !== "processing" && <SavedCard page={page} />}
        {asks && !takes_cards && (
          <p className="mt-6 border-line border-t border-dashed pt-6">
            We can’t take cards online right now. Please call us at{" "}
            <PhoneLink phone={phone} className="font-semibold underline" />.
          </p>
        )}
      </Card>
      <p className="mt-6 text-moss">
        Is something not right? Call us at <PhoneLink phone={phone} className="font-semibold underline" />.
      </p>
    </Container>
  );
}

function headingOf({ due, owed, card, may_tip, last }: PayPage): string {
  if (last?.state === "processing") return "Your payment is processing";
  if (due) return "Pay for your cleaning";
  if (owed) return card.name ? "Your card is saved" : "Save a card for your visit";
  if (last?.state === "paid") return "Thank you!";
  return may_tip ? "Thank your crew" : "There is nothing to pay";
}

function Last({ last }: Pick<PayPage, "last">) {
  if (!last) return null;
  const tip = last.tip ? `, ${last.tip} of it as a tip for your crew` : "";
  return last.state === "paid" ? (
    <Notice className="mt-6" title="We received your payment">
      You paid {last.amount}
      {tip}
      {last.on && `, on ${last.on}`}. A receipt is on its way to you.
    </Notice>
  ) : (
    <Notice className="mt-6" title="Your bank is confirming the payment">
      You paid {last.amount}
      {tip}. With this payment method it can take a few days. You don’t have to do anything.
    </Notice>
  );
}

/** The card that pays after the visit, and the way to save one or another one. */
function SavedCard({ page: { card, due, owed } }: { page: PayPage }) {
  if (!card.may_save) return null;
  const { name, at_once, consent, declined } = card;
  if (due && !name && !at_once)
    return (
      <p className="mt-6 border-line border-t border-dashed pt-6 text-moss text-sm">
        Your card is saved for the rest, which is charged after your visit. By paying you agree: “{consent}”
      </p>
    );
  return (
    <form method="post" className="mt-6 grid gap-4 border-line border-t border-dashed pt-6">
      <input type="hidden" name="intent" value="card" />
      {declined ? (
        <p>
          Your bank declined your {name}. Pay above, or save another card and we charge {owed} to it.
        </p>
      ) : at_once ? (
        <p>Your visit is over. Pay above, or save a card and we charge {owed} to it now.</p>
      ) : name ? (
        <p>
          We charge {due ? "the rest" : owed} to your <span className="font-semibold">{name}</span> after your
          visit. You don’t have to do anything.
        </p>
      ) : (
        <p>We charge {owed} to your card after your visit. Nothing is charged now.</p>
      )}
      {consent && <p className="text-moss text-sm">By saving a card you agree: “{consent}”</p>}
      <Button
        type="submit"
        size={name ? undefined : "large"}
        variant={name ? "secondary" : "primary"}
        className="w-full"
      >
        {name ? "Use another card" : "Save a card"}
      </Button>
    </form>
  );
}

function OrderSum({ page: { lines, total, paid, due, owed } }: { page: PayPage }) {
  const later = owed !== null && owed !== due;
  return (
    <dl className="grid gap-2">
      {lines.map(({ label, amount }, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
        <Sum key={index} label={label} amount={amount} />
      ))}
      {(lines.length > 1 || paid) && <Sum label="Total" amount={total} />}
      {paid && <Sum label="Paid" amount={due ? `−${paid}` : paid} />}
      {later && <Sum label="Due after your visit" amount={owed} />}
      {due && (
        <div className="mt-2 flex items-baseline justify-between gap-6 border-line border-t border-dashed pt-4">
          <dt className="font-semibold">{later ? "Due now" : "Due"}</dt>
          <dd className="font-display text-2xl tabular-nums [font-weight:560]">{due}</dd>
        </div>
      )}
    </dl>
  );
}

function Sum({ label, amount }: { label: string; amount: string }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="wrap-anywhere text-moss">{label}</dt>
      <dd className="tabular-nums">{amount}</dd>
    </div>
  );
}

/** Works without script: the server works out the amounts. */
function PayForm({ page, refusal }: Pick<Props, "page" | "refusal">) {
  const chosen = refusal?.values.tip ?? (page.due ? "none" : "");
  const error = refusal?.field === "tip" ? refusal.message : undefined;
  return (
    <form method="post" className="mt-6 grid gap-5 border-line border-t border-dashed pt-6">
      <input type="hidden" name="seen" value={page.due_cents} />
      <AmountChoice
        legend={page.due ? "Add a tip?" : "Choose a tip"}
        hint="It goes to your crew in full."
        name="tip"
        none={page.due ? "No tip" : null}
        choices={page.tips.map(({ percent, amount }) => ({
          value: String(percent),
          label: amount,
          note: `${percent}%`,
        }))}
        other={{ name: "amount", label: "Your tip", value: refusal?.values.amount }}
        chosen={chosen}
        error={error}
      />
      <Button type="submit" size="large" className="w-full">
        Continue to payment
      </Button>
      <p className="text-center text-moss text-sm">
        You pay on our payment provider’s page. We never see your card.
      </p>
    </form>
  );
}
