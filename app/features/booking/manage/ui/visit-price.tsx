import { formatRefund, type GivenBack, type PriceLine } from "~/features/booking/manage/visit-page";
import { ButtonLink } from "~/ui/button-link";
import { Card } from "~/ui/card";
import { TestMark } from "~/ui/test-mark";

type Props = {
  lines: PriceLine[];
  total: string;
  /** What came instead of the total. */
  paidOtherwise: string | null;
  paidOn: string | null;
  refunds: GivenBack[];
  isTest: boolean;
  /** It takes place, and is not paid for yet. */
  onTheDay: boolean;
};

/** What the visit costs, whether it is paid, and what was given back. */
export function VisitPrice({ lines, total, paidOtherwise, paidOn, refunds, isTest, onTheDay }: Props) {
  return (
    <Card as="aside" aria-labelledby="price-heading" className="h-fit p-6 sm:p-7">
      <div className="flex flex-wrap items-center justify-between gap-3">
        <h2 id="price-heading" className="text-heading">
          Price
        </h2>
        <TestMark is={isTest} />
      </div>
      <div className="mt-4 grid gap-2">
        {lines.map(({ label, amount }) => (
          <MoneyLine key={label} label={label} amount={amount} quiet />
        ))}
      </div>
      <p className="mt-4 flex items-baseline justify-between gap-6 border-line border-t border-dashed pt-4">
        <span className="font-semibold">
          {paidOn ? "Paid" : onTheDay ? "Due on the day of your visit" : "Total"}
        </span>
        <span className="font-display text-2xl tabular-nums [font-weight:560]">{total}</span>
      </p>
      {paidOtherwise && (
        <p className="flex items-baseline justify-between gap-6 font-semibold">
          <span>Paid</span>
          <span className="tabular-nums">{paidOtherwise}</span>
        </p>
      )}
      {paidOn && <p className="text-moss text-sm">on {paidOn}</p>}
      {refunds.length > 0 && (
        <div className="mt-4 grid gap-2 border-line border-t border-dashed pt-4">
          {refunds.map((refund, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the list only grows at its end
            <MoneyLine key={index} label={formatRefund(refund)} amount={refund.amount} />
          ))}
        </div>
      )}
    </Card>
  );
}

/** In place of a price, for a visit of a plan; without `href` for who has only the link of this visit. */
export function VisitOfPlan({ href }: { href: string | null }) {
  return (
    <Card as="aside" aria-labelledby="price-heading" className="h-fit p-6 sm:p-7">
      <h2 id="price-heading" className="text-heading">
        Included in your plan
      </h2>
      <p className="mt-2 text-moss">
        You don’t pay for this visit separately, so there’s no refund if you skip it.
      </p>
      {href && (
        <ButtonLink href={href} variant="secondary" className="mt-5 w-full">
          See your plan
        </ButtonLink>
      )}
    </Card>
  );
}

function MoneyLine({ label, amount, quiet = false }: PriceLine & { quiet?: boolean }) {
  return (
    <p className="flex justify-between gap-6">
      <span className={quiet ? "text-moss" : undefined}>{label}</span>
      <span className="tabular-nums">{amount}</span>
    </p>
  );
}
