/**
 * Four birch dashes and a word: how strong a new password is. Before anything is typed, what it needs.
 *
 *   <PasswordMeter password={typed} minimum={8} />
 */
import { type PasswordStrength, passwordStrength } from "~/lib/password-strength";
import { cx } from "./cx";

const colours: Record<PasswordStrength["score"], string> = {
  0: "",
  1: "bg-berry",
  2: "bg-berry",
  3: "bg-honey",
  4: "bg-evergreen-600",
};

export function PasswordMeter({ password, minimum }: { password: string; minimum: number }) {
  const { score, label } = passwordStrength(password, minimum);
  return (
    <span className="flex min-h-5 items-center gap-3">
      <span aria-hidden="true" className={cx("flex gap-1", score === 0 && "hidden")}>
        {([1, 2, 3, 4] as const).map((dash) => (
          <span
            key={dash}
            className={cx(
              "h-1.5 w-7 rounded-full transition-colors duration-200 forced-colors:border",
              dash <= score ? colours[score] : "bg-line",
            )}
          />
        ))}
      </span>
      <span role="status">
        {score === 0 ? (
          `At least ${minimum} characters`
        ) : (
          <>
            <span className="sr-only">Password strength: </span>
            {label}
          </>
        )}
      </span>
    </span>
  );
}
