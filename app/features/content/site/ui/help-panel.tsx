import { ButtonLink } from "~/ui/action/button-link";
import { Picture } from "~/ui/art/picture";
import { cx } from "~/ui/cx";

/**
 * Fills the free cells of the last row after `after` services, in grids of two (sm) and three (lg) columns. As tall as a card
 * beside one; low and wide in a row of its own.
 */
export function HelpPanel({ after }: { after: number }) {
  return (
    <aside
      aria-labelledby="help-heading"
      className={cx(
        "relative row-span-5 mb-6 min-h-80 overflow-hidden rounded-card bg-sage-soft sm:[container-type:size]",
        after % 2 === 0 && "sm:max-lg:col-span-2",
        columnsLeft[after % 3],
      )}
    >
      <div className="relative z-10 flex h-full max-w-sm flex-col justify-center p-7 sm:p-9 [@container_(max-aspect-ratio:3/2)]:justify-start">
        <h2 id="help-heading" className="text-heading">
          Not sure which one you need?
        </h2>
        <p className="mt-2 mb-6 text-ink/80">
          Tell us about the rooms, the pets and what bothers you most. We’ll suggest a visit and tell you what
          it costs.
        </p>
        <ButtonLink href="/contact" variant="secondary" className="self-start">
          Contact Us
        </ButtonLink>
      </div>
      <Picture
        of="supplies"
        alt=""
        sizes="(min-width: 64rem) 50rem, (min-width: 40rem) 30rem, 1px"
        className={cx("absolute right-0 bottom-0 bg-transparent object-cover max-sm:hidden", low, tall)}
      />
    </aside>
  );
}

const columnsLeft = ["lg:col-span-3", "lg:col-span-2", "lg:col-span-1"];

const low = "h-full w-3/5 object-[38%_60%] mask-dissolve-left";
const tall = cx(
  "[@container_(max-aspect-ratio:3/2)]:h-3/5 [@container_(max-aspect-ratio:3/2)]:w-full",
  "[@container_(max-aspect-ratio:3/2)]:object-[42%_75%] [@container_(max-aspect-ratio:3/2)]:mask-dissolve-top",
);
