import { LIMITS } from "~/features/booking/limits";
import type { PhoneOffer } from "~/features/booking/phone/view";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/form/text-field";
import { Card } from "~/ui/page/card";

type Props = Pick<PhoneOffer, "price" | "policy" | "frequency" | "plan"> & {
  code: string | undefined;
  codeError: string | null | undefined;
  asking: boolean;
  busy: boolean;
};

/** What the visit costs, or a month of the plan, and the button that books it. */
export function Total({ price, policy, frequency, plan, code, codeError, asking, busy }: Props) {
  return (
    <Card as="aside" aria-label="Booking" className="grid gap-4 p-5">
      {price && (
        <dl aria-live="polite" className={cx("grid gap-1.5", asking && "opacity-60")}>
          {price.lines.map(({ label, amount }) => (
            <div key={label} className="flex items-baseline justify-between gap-4 text-[0.9375rem] text-moss">
              <dt>{label}</dt>
              <dd className="tabular-nums">{amount}</dd>
            </div>
          ))}
          <div className="flex items-baseline justify-between gap-4 border-line border-t pt-2">
            <dt className="font-semibold">
              {frequency ? "Total a month" : "Total"}
              {price.length && <span className="font-normal text-moss">, {price.length}</span>}
            </dt>
            <dd className="font-semibold text-heading tabular-nums">{price.total}</dd>
          </div>
        </dl>
      )}
      {(!frequency || codeError) && (
        <TextField
          label="Coupon code"
          name="coupon"
          optional
          defaultValue={code}
          error={codeError}
          maxLength={LIMITS.coupon}
          autoComplete="off"
          spellCheck={false}
        />
      )}
      <p className="text-[0.9375rem]/6">{policy}</p>
      <Button type="submit" pending={busy} pendingLabel={frequency ? "Holding..." : "Booking..."}>
        {frequency ? "Hold the visits" : "Book this visit"}
      </Button>
      <p className="text-[0.875rem]/5 text-moss">
        {frequency
          ? `The customer gets an email with a link to pay the first month by card. Until then the visits are held${plan?.until ? `, at most until ${plan.until}` : ""}.`
          : "The visit is confirmed right away. Once you have cash or a check, record the payment on its order."}
      </p>
    </Card>
  );
}
