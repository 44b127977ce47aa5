/**
 * Four birch dashes and a word: how strong a new password is. Says what is needed before anything is typed.
 * password-fields.ts measures what is typed.
 *
 *   <PasswordMeter minimum={8} />
 */
import { cx } from "~/ui/cx";

const dash = cx(
  "h-1.5 w-7 rounded-full bg-line transition-colors duration-200 forced-colors:border",
  "data-lit:bg-berry group-data-[score=3]/meter:data-lit:bg-honey group-data-[score=4]/meter:data-lit:bg-evergreen-600",
);

export function PasswordMeter({ minimum }: { minimum: number }) {
  const empty = `At least ${minimum} characters`;
  return (
    <span data-minimum={minimum} className="group/meter flex min-h-5 items-center gap-3">
      <span aria-hidden="true" hidden className="flex gap-1">
        {[1, 2, 3, 4].map((number) => (
          <span key={number} className={dash} />
        ))}
      </span>
      <span role="status">
        <span hidden className="sr-only">
          Password strength:{" "}
        </span>
        <span data-empty={empty}>{empty}</span>
      </span>
    </span>
  );
}
