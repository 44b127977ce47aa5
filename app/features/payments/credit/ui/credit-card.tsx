import type { ReactNode } from "react";
import type { CreditView } from "~/features/payments/credit/credit";
import { Card } from "~/ui/page/card";
import { CreditRows } from "./credit-rows";

type Props = {
  credit: CreditView;
  verified: boolean;
  /** How a gift card becomes credit. */
  redeem: ReactNode;
};

/** What they can spend on their next visit, and where it came from. */
export function CreditCard({ credit, verified, redeem }: Props) {
  return (
    <Card className="p-5 sm:p-7">
      <div className="mb-2 flex items-baseline justify-between gap-4">
        <h2 className="text-heading">Credit</h2>
        <p className="font-semibold text-lg tabular-nums">{credit.balance}</p>
      </div>
      <p className="mb-5 text-moss">
        {verified
          ? "We use it automatically when you book while logged in."
          : "Verify your email to use it when you book."}
      </p>
      {credit.rows.length > 0 && <CreditRows rows={credit.rows} />}
      {redeem}
    </Card>
  );
}
