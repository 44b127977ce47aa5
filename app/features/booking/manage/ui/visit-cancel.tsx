import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { type VisitLink, visitPath } from "~/features/booking/manage/visit";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Card } from "~/ui/page/card";

type Props = {
  link: VisitLink;
  /** Cents. The form sends it, so that only the shown amount is refunded. */
  refund: number;
  /** Cents that stay due, as the form sends them too, and formatted. */
  fee: number;
  feeText: string;
  /** The saved card that it is charged to; null without one. */
  card: string | null;
  /** The formatted amount with its reason. */
  amount: string;
  reason: string;
  /** The formatted payment; null if none. */
  paid: string | null;
  /** The formatted earlier refunds; null if none. */
  refunded: string | null;
  /** A storm keeps it from taking place, so it can't be kept. */
  storm: boolean;
  /** It is part of a plan: skipped, with nothing to pay back. */
  plan: boolean;
};

/** What cancelling gives back, before anything happens, and the two ways on. */
export function VisitCancel({
  link,
  refund,
  fee,
  feeText,
  card,
  amount,
  reason,
  paid,
  refunded,
  storm,
  plan,
}: Props) {
  const navigation = useNavigation();
  return (
    <Form method="post" action={visitPath(link, "cancel")} className="mt-6">
      <input type="hidden" name="refund" value={refund} />
      <input type="hidden" name="fee" value={fee} />
      <Card className="p-5 sm:p-6">
        {plan ? (
          <p>This visit is part of your plan: we’ll release it, and your monthly price stays the same.</p>
        ) : (
          <>
            <p>
              <span className="block text-moss text-sm">{fee > 0 ? "Your fee" : "Your refund"}</span>{" "}
              <span className="font-display text-title tabular-nums [font-weight:560]">
                {fee > 0 ? feeText : amount}
              </span>
            </p>
            <p className="mt-1">{reason}</p>
            {fee > 0 && (
              <p className="mt-1 text-moss">
                {paid && `What you paid, ${paid}, already counts. `}
                {card ? `We charge the fee to your ${card}.` : "We’ll contact you about the fee."}
              </p>
            )}
          </>
        )}
        {paid && refunded && (
          <dl className="mt-4 grid gap-2 border-line border-t border-dashed pt-4 tabular-nums">
            <Amount label="Paid">{paid}</Amount>
            <Amount label="Already refunded">{refunded}</Amount>
            <Amount label="Refund now">{amount}</Amount>
          </dl>
        )}
        {paid && fee === 0 && (!refunded || refund > 0) && (
          <p className="mt-4 border-line border-t border-dashed pt-4 text-moss">
            {!refunded && `You paid ${paid}.`}
            {refund > 0 && " We’ll refund it the way you paid, usually within 5 to 10 business days."}
          </p>
        )}
      </Card>
      <div className="mt-6 flex flex-wrap gap-3 max-sm:*:grow">
        <Button
          type="submit"
          variant="destructive"
          size="large"
          pending={navigation.formMethod === "POST"}
          pendingLabel={plan ? "Skipping..." : "Cancelling..."}
        >
          {plan ? "Skip this cleaning" : "Cancel this cleaning"}
        </Button>
        <Link
          to={visitPath(link, storm ? "storm" : undefined)}
          className={buttonLook({ variant: "secondary", size: "large" })}
        >
          {storm ? "Go back" : "Keep it"}
        </Link>
      </div>
    </Form>
  );
}

function Amount({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="flex justify-between gap-6">
      <dt className="text-moss">{label}</dt>
      <dd>{children}</dd>
    </div>
  );
}
