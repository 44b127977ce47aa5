/**
 * A part of a page with space around it (56 px on phones, 96 px on desktops) and usually a heading.
 *
 *   <Section id="how-it-works" heading="How It Works" lead="…" ground="sage">…</Section>
 *
 * heading  names the section; without it set `aria-label`
 * ground   paper (default), sage, snow
 * aside    to the right of the heading (below it on phones), such as a link
 */
import { type ReactNode, useId } from "react";
import { cx } from "~/ui/cx";
import { Container } from "./container";

const grounds = { paper: "", sage: "bg-sage-soft", snow: "border-line border-y bg-snow" };

type Props = {
  id?: string;
  heading?: ReactNode;
  lead?: ReactNode;
  aside?: ReactNode;
  ground?: keyof typeof grounds;
  className?: string;
  "aria-label"?: string;
  children: ReactNode;
};

export function Section({ id, heading, lead, aside, ground = "paper", className, children, ...rest }: Props) {
  const headingId = useId();
  return (
    <section
      id={id}
      aria-labelledby={heading ? headingId : undefined}
      aria-label={rest["aria-label"]}
      className={cx("py-14 md:py-20 lg:py-24 print:py-6", grounds[ground], className)}
    >
      <Container>
        {heading && (
          <div className="mb-9 flex flex-wrap items-end justify-between gap-x-10 gap-y-5 md:mb-12 print:mb-4">
            <div className="max-w-2xl">
              <h2 id={headingId} className="text-title">
                {heading}
              </h2>
              {lead && <p className="mt-3 text-balance text-lead text-moss">{lead}</p>}
            </div>
            {aside}
          </div>
        )}
        {children}
      </Container>
    </section>
  );
}
