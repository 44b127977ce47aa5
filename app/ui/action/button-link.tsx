/**
 * A link that looks like a button. It loads the page anew, so it works with and without script.
 *
 *   <ButtonLink href="/book" size="large">Book a Cleaning</ButtonLink>
 */
import type { ComponentProps } from "react";
import { cx } from "~/ui/cx";
import { type ButtonLook, buttonLook } from "./button-look";

type Props = ComponentProps<"a"> & ButtonLook & { href: string };

export function ButtonLink({ variant, size, className, ...rest }: Props) {
  return <a {...rest} className={cx(buttonLook({ variant, size }), className)} />;
}
