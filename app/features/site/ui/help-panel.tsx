import { ButtonLink } from "~/ui/button-link";
import { cx } from "~/ui/cx";
import { Picture } from "~/ui/picture";

/** Fills what the last row of services leaves free, in a grid of two columns (sm) and of three (lg). */
export function HelpPanel({ after }: { after: number }) {
  return (
    <aside
      aria-labelledby="help-heading"
      className={cx(
        "relative row-span-5 mb-6 flex min-h-80 overflow-hidden rounded-card bg-sage-soft",
        after % 2 === 0 && "sm:max-lg:col-span-2",
        wide[after % 3],
      )}
    >
      <div className="relative z-10 flex max-w-sm flex-col justify-center p-7 sm:p-9">
        <h2 id="help-heading" className="text-heading">
          Not sure which one you need?
        </h2>
        <p className="mt-2 mb-6 text-ink/80">
          Tell us about the rooms, the pets and what bothers you most. We will suggest a visit and say what it
          costs, usually the same day.
        </p>
        <ButtonLink href="/contact" variant="secondary" className="self-start">
          Contact Us
        </ButtonLink>
      </div>
      {after % 3 !== 2 && (
        <Picture
          of="supplies"
          alt=""
          sizes="(min-width: 64rem) 40rem, 1px"
          className="absolute inset-y-0 right-0 hidden h-full w-3/5 bg-transparent object-[38%_60%] object-cover mask-dissolve-left lg:block"
        />
      )}
    </aside>
  );
}

const wide = ["lg:col-span-3", "lg:col-span-2", "lg:col-span-1"];
