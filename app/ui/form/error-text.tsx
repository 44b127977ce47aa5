/**
 * What is wrong with a field, or with a group of fields; a control names it by `aria-describedby`. Fields have their own.
 *
 *   <ErrorText id="mode-error">{errors.mode}</ErrorText>
 *
 * announced  read out when it appears, where nothing moves the focus to it
 */
import CircleAlert from "lucide-react/icons/circle-alert";
import type { ComponentProps } from "react";
import { cx } from "~/ui/cx";

type Props = ComponentProps<"p"> & { announced?: boolean };

export function ErrorText({ announced = false, className, children, ...paragraph }: Props) {
  return (
    <p
      role={announced ? "alert" : undefined}
      {...paragraph}
      className={cx("flex items-start gap-1.5 font-medium text-[0.9375rem]/5 text-berry", className)}
    >
      <CircleAlert aria-hidden strokeWidth={2} className="mt-0.5 size-4 shrink-0" />
      <span className="min-w-0">{children}</span>
    </p>
  );
}
