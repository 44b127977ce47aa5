import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { Draft } from "~/features/booking/checkout/draft";
import type { CodeEffect, PageCoupon } from "~/features/booking/checkout/page";
import { normalizeCode } from "~/features/booking/coupons/coupon";
import { LIMITS } from "~/features/booking/limits";
import type { Discount } from "~/features/catalog/pricing";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";
import { controlLook } from "~/ui/form/control-look";
import { Field } from "~/ui/form/field";

const UNREACHABLE =
  "We couldn’t check the code. Please try again, or go on: it is checked with your booking.";

/** What the server said of the draft's code; of another code, or for another service, it counts for nothing. */
export function useCoupon(first: PageCoupon | null, draft: Draft, isPlan: boolean) {
  const [known, setKnown] = useState(first);
  const [checking, setChecking] = useState(false);
  const code = normalizeCode(draft.coupon);
  const isKnown = known !== null && known.code === code && known.service === draft.service;

  /** A button that was pressed before script took over is pressed again before the draft has what was typed. */
  async function check(typed = draft.coupon) {
    const asked = { code: normalizeCode(typed), service: draft.service };
    if (!asked.code || checking) return;
    setChecking(true);
    setKnown({ ...asked, ...(await askFor({ ...asked, draft: draft.id })) });
    setChecking(false);
  }

  /** A code that counted for one service is asked for again with the next. */
  const stale = known?.discount && known.code === code && !isKnown && !isPlan;
  useEffect(() => {
    if (stale) check();
  });

  const counts = isKnown && !isPlan;
  return {
    check,
    checking,
    discount: counts ? known.discount : null,
    error: counts ? known.error : undefined,
  };
}

async function askFor(asked: Record<"code" | "service" | "draft", string>): Promise<CodeEffect> {
  try {
    const response = await fetch(`/api/coupon?${new URLSearchParams(asked)}`);
    const answer: { discount?: Discount; error?: { message: string } } = await response.json();
    const { discount, error } = answer;
    return discount ? { discount } : { discount: null, error: error?.message ?? UNREACHABLE };
  } catch {
    return { discount: null, error: UNREACHABLE };
  }
}

export type CouponCheck = ReturnType<typeof useCoupon>;

type Props = {
  value: string;
  isPlan: boolean;
  coupon: CouponCheck;
  error: string | undefined;
  onChange: (coupon: string) => void;
};

/** Where a code is typed. Without script its button brings the page back with the price. */
export function CouponField({ value, isPlan, coupon, error, onChange }: Props) {
  const input = useRef<HTMLInputElement>(null);
  const { check, checking, discount } = coupon;
  const [opened, setOpened] = useState(value !== "");
  useEffect(() => {
    if (error) input.current?.focus();
  }, [error]);
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== "Enter") return;
    event.preventDefault();
    check(input.current?.value);
  };
  if (isPlan && !error && !value)
    return <p className="mt-3 text-moss text-sm">Coupon codes are for single visits, not for plans.</p>;
  return (
    <Disclosure
      title="I have a code"
      open={opened || Boolean(error)}
      onToggle={({ currentTarget }) => setOpened(currentTarget.open)}
      className="mt-2 -mb-2"
    >
      <Field
        id="coupon"
        label="Coupon code"
        hint={
          isPlan
            ? "For single visits, not for plans."
            : discount
              ? "It is in the total."
              : "For single visits."
        }
        error={error}
      >
        {(control) => (
          <div className="flex gap-2">
            <input
              {...control}
              ref={input}
              type="text"
              name="coupon"
              value={value}
              maxLength={LIMITS.coupon}
              autoComplete="off"
              autoCapitalize="characters"
              spellCheck={false}
              onChange={({ currentTarget }) => onChange(currentTarget.value)}
              onKeyDown={onKeyDown}
              className={controlLook}
            />
            <Button
              type="submit"
              name="intent"
              value="coupon"
              variant="secondary"
              pending={checking}
              pendingLabel="Checking..."
              onClick={(event) => {
                event.preventDefault();
                check(input.current?.value);
              }}
            >
              Apply
            </Button>
          </div>
        )}
      </Field>
    </Disclosure>
  );
}
