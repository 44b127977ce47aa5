import { LIMITS } from "~/features/booking/limits";
import type { PhoneOffer } from "~/features/booking/phone/view";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { TextField } from "~/ui/form/text-field";
import { Card } from "~/ui/page/card";

type Props = Pick<PhoneOffer, "price" | "policy"> & {
  code: string | undefined;
  codeError: string | null | undefined;
  asking: boolean;
  busy: boolean;
};

/** What the visit costs, and the button that books it. */
export function Total({ price, policy, code, codeError, asking, busy }: Props) {
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
              Total{price.length && <span className="font-normal text-moss">, {price.length}</span>}
            </dt>
            <dd className="font-semibold text-heading tabular-nums">{price.total}</dd>
          </div>
        </dl>
      )}
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
      <p className="text-[0.9375rem]/6">{policy}</p>
      <Button type="submit" pending={busy} pendingLabel="Booking...">
        Book this visit
      </Button>
      <p className="text-[0.875rem]/5 text-moss">
        The visit is confirmed right away. Once you have cash or a check, record the payment on its order.
      </p>
    </Card>
  );
}
