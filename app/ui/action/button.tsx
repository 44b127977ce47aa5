/**
 * A button that acts. For one that leads somewhere, see button-link.tsx.
 *
 *   <Button type="submit" pending={busy} pendingLabel="Processing...">Proceed to Payment</Button>
 *   <Button variant="secondary" size="large">…</Button>
 *
 * variant  primary (default), secondary, ghost, destructive, light (on evergreen)
 * size     small, medium (default), large
 * pending  shows `pendingLabel` (else the label) with a moving mark; presses are ignored, focus stays
 */
import { Button as BaseButton } from "@base-ui/react/button";
import type { ComponentProps, ReactNode } from "react";
import { LenticelShimmer } from "~/ui/art/lenticel-shimmer";
import { cx } from "~/ui/cx";
import { type ButtonLook, buttonLook } from "./button-look";

type Props = Omit<ComponentProps<"button">, "ref"> &
  ButtonLook & { pending?: boolean; pendingLabel?: ReactNode };

export function Button({
  variant,
  size,
  pending = false,
  pendingLabel,
  disabled,
  className,
  children,
  type = "button",
  ...rest
}: Props) {
  return (
    <BaseButton
      {...rest}
      type={type}
      disabled={disabled || pending}
      focusableWhenDisabled={pending}
      aria-busy={pending || undefined}
      className={cx(buttonLook({ variant, size }), className)}
    >
      {pending ? (
        <>
          <LenticelShimmer className="animate-appear" />
          {pendingLabel ?? children}
        </>
      ) : (
        children
      )}
    </BaseButton>
  );
}
