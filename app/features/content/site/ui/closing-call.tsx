import type { ReactNode } from "react";
import { ButtonLink } from "~/ui/action/button-link";
import { BirchTrunk } from "~/ui/art/birch-trunk";
import { Container } from "~/ui/page/container";

type Props = { heading: string; action: string; children: ReactNode };

/** End of a page: a sunset with birches and a link to booking (`action`). */
export function ClosingCall({ heading, action, children }: Props) {
  return (
    <section
      aria-labelledby="closing-heading"
      className="on-evergreen relative overflow-hidden bg-evergreen-700 text-paper print:hidden"
    >
      <Container className="relative z-10 pt-16 pb-68 md:py-24 lg:py-32">
        <div className="md:max-lg:max-w-sm lg:max-xl:max-w-md xl:max-w-xl">
          <h2 id="closing-heading" className="text-title">
            {heading}
          </h2>
          <p className="mt-4 text-balance text-evergreen-100 text-lead">{children}</p>
          <ButtonLink href="/book" variant="light" size="large" className="mt-8 max-sm:w-full">
            {action}
          </ButtonLink>
        </div>
      </Container>
      <Birches />
    </section>
  );
}

function Birches() {
  return (
    <svg
      viewBox="0 0 640 400"
      preserveAspectRatio="xMaxYMax slice"
      aria-hidden="true"
      className="absolute right-0 bottom-0 h-64 w-full max-md:mask-dissolve-top md:aspect-[640/400] md:h-full md:w-auto"
    >
      <circle className="fill-sunlight" cx="412" cy="252" r="62" />
      <path className="fill-evergreen-600" d="M0 400c70-90 190-140 320-100 110-50 210-46 320-6v106Z" />
      <g className="md:max-lg:hidden">
        <BirchTrunk x={248} width={22} />
      </g>
      <BirchTrunk x={428} width={44} flip />
      <BirchTrunk x={506} width={22} />
      <BirchTrunk x={566} width={34} flip />
      <path className="fill-evergreen-800" d="M0 400c150-44 290-44 420-22 80-14 150-14 220-4v26Z" />
    </svg>
  );
}
