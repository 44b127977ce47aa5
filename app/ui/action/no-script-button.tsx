import type { ComponentProps } from "react";
import { cx } from "~/ui/cx";
import { buttonLook } from "./button-look";

type Props = Pick<ComponentProps<"button">, "formMethod" | "formNoValidate" | "children"> & {
  variant?: "secondary" | "ghost";
};

/**
 * Sends a form where there is no script; with script, the form sends itself. Put it after the form's main button: Enter presses
 * the first one.
 */
export function NoScriptButton({ variant = "secondary", ...rest }: Props) {
  return (
    <button
      type="submit"
      className={cx(buttonLook({ variant, size: "small" }), "hidden! noscript:inline-flex!")}
      {...rest}
    />
  );
}
