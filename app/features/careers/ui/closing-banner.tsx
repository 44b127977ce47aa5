import { BirchTrunk } from "~/ui/birch-trunk";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";

/** The last word of the careers page: back to the openings, or straight to a person. */
export function ClosingBanner({ email }: { email: string }) {
  return (
    <section
      aria-labelledby="closing-heading"
      className="on-evergreen relative overflow-hidden bg-evergreen-700 text-paper"
    >
      <Container className="relative z-10 py-16 md:py-20 lg:py-24">
        <div className="max-w-xl">
          <h2 id="closing-heading" className="text-title">
            Does One of These Sound Like You?
          </h2>
          <p className="mt-4 text-balance text-evergreen-100 text-lead">
            Look through the openings once more, or write to us if you are not sure which one fits.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <ButtonLink href="#openings" variant="light" size="large" className="max-sm:w-full">
              View All Positions
            </ButtonLink>
            <ButtonLink
              href={`mailto:${email}?subject=Job%20Inquiry`}
              size="large"
              className="border border-evergreen-400 max-sm:w-full"
            >
              Email Us Directly
            </ButtonLink>
          </div>
        </div>
      </Container>
      <svg
        viewBox="0 0 360 300"
        preserveAspectRatio="xMaxYMax slice"
        aria-hidden="true"
        className="absolute inset-y-0 right-0 h-full max-lg:hidden lg:w-[36%]"
      >
        <path className="fill-evergreen-600" d="M0 300c60-90 150-110 240-80 50-20 90-20 120-10v90Z" />
        <BirchTrunk x={120} y={-10} width={20} height={310} />
        <BirchTrunk x={216} y={-10} width={32} height={310} flip />
        <BirchTrunk x={296} y={-10} width={24} height={310} />
        <path className="fill-evergreen-800" d="M0 300c100-40 240-44 360-20v20Z" />
      </svg>
    </section>
  );
}
