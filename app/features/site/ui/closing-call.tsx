import { BirchTrunk } from "~/ui/birch-trunk";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";

/** The last word of the home page, on evergreen, among birches. */
export function ClosingCall() {
  return (
    <section
      aria-labelledby="closing-heading"
      className="on-evergreen relative overflow-hidden bg-evergreen-700 text-paper"
    >
      <Container className="relative z-10 pt-16 pb-68 md:py-24 lg:py-32">
        <div className="max-w-xl max-lg:md:max-w-md">
          <h2 id="closing-heading" className="text-title">
            Ready for a Sparkling Clean Home?
          </h2>
          <p className="mt-4 text-balance text-evergreen-100 text-lead">
            Choose a time that suits you. If plans change, cancel 24 hours ahead for a full refund.
          </p>
          <ButtonLink href="/book" variant="light" size="large" className="mt-8">
            Book a Cleaning Now
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
      className="absolute right-0 bottom-0 h-52 w-full bg-evergreen-600 md:aspect-[640/400] md:h-full md:w-auto md:bg-transparent"
    >
      <circle className="fill-sunlight" cx="330" cy="150" r="46" />
      <path className="fill-evergreen-500/60" d="M0 400c70-90 190-140 320-100 110-50 210-46 320-6v106Z" />
      <BirchTrunk x={196} width={26} />
      <BirchTrunk x={428} width={44} flip />
      <BirchTrunk x={506} width={22} />
      <BirchTrunk x={566} width={34} flip />
      <path className="fill-evergreen-800" d="M40 400c120-44 270-44 380-22 80-14 150-14 220-4v30Z" />
    </svg>
  );
}
