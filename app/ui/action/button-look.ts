import { cx } from "~/ui/cx";

type ButtonVariant = "primary" | "secondary" | "ghost" | "destructive" | "light";
type ButtonSize = "small" | "medium" | "large";

export type ButtonLook = { variant?: ButtonVariant; size?: ButtonSize };

const base =
  "inline-flex cursor-pointer select-none items-center justify-center gap-2 rounded-control text-center font-semibold " +
  "transition-[background-color,border-color,color,box-shadow] duration-150 ease-out " +
  "data-disabled:cursor-not-allowed forced-colors:border";

const variants: Record<ButtonVariant, string> = {
  primary:
    "bg-evergreen-700 text-snow shadow-rest hover:bg-evergreen-800 active:bg-evergreen-900 " +
    "data-disabled:bg-sage-soft data-disabled:text-moss data-disabled:shadow-none",
  secondary:
    "border border-evergreen-700/30 bg-snow text-evergreen-700 hover:border-evergreen-700/60 hover:bg-evergreen-50 " +
    "active:bg-evergreen-100 data-disabled:border-line data-disabled:bg-paper data-disabled:text-moss",
  ghost:
    "text-ink hover:bg-sage-soft active:bg-evergreen-100 data-disabled:bg-transparent data-disabled:text-moss",
  destructive:
    "bg-berry text-snow shadow-rest hover:bg-berry-deep active:bg-berry-deep " +
    "data-disabled:bg-berry-soft data-disabled:text-moss data-disabled:shadow-none",
  light: "bg-paper text-evergreen-900 shadow-rest hover:bg-snow active:bg-sage-soft",
};

const sizes: Record<ButtonSize, string> = {
  small: "min-h-10 max-md:min-h-11 pointer-coarse:min-h-11 px-4 py-1.5 text-[0.9375rem]/5",
  medium: "min-h-11 px-5 py-2 text-base/6",
  large: "min-h-13 px-7 py-3 text-[1.0625rem]/6",
};

/** The classes of a button, for other elements that look like one (a router `<Link>`, a `<summary>`). */
export function buttonLook({ variant = "primary", size = "medium" }: ButtonLook = {}): string {
  return cx(base, variants[variant], sizes[size]);
}
