import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";
import { Picture } from "~/ui/picture";

/** How wide the picture is shown; the preload in the page's head must say the same. */
export const careersHeroSizes = "(min-width: 80rem) 50vw, (min-width: 64rem) 58vw, 100vw";

/** The first screen: words beside the row of aprons, which dissolves into the page. */
export function CareersHero({ headline, lead }: { headline: string; lead: string }) {
  return (
    <section
      aria-labelledby="careers-heading"
      className="relative overflow-hidden lg:border-line lg:border-b"
    >
      <Container className="relative z-10 pt-10 sm:pt-14 lg:flex lg:min-h-[32rem] lg:items-center lg:py-20">
        <div className="max-w-[33rem]">
          <h1 id="careers-heading" className="text-hero">
            {headline}
          </h1>
          <p className="mt-5 text-ink/80 text-lead">{lead}</p>
          <ButtonLink href="#openings" size="large" className="mt-8 max-sm:w-full">
            See Current Openings
          </ButtonLink>
        </div>
      </Container>
      <div className="relative mt-9 aspect-3/2 overflow-hidden sm:mx-8 sm:aspect-2/1 sm:rounded-card lg:absolute lg:inset-y-0 lg:right-0 lg:mx-0 lg:mt-0 lg:aspect-auto lg:w-[58%] lg:rounded-none">
        <Picture
          of="team"
          sizes={careersHeroSizes}
          priority
          className="size-full object-cover lg:bg-transparent lg:mask-dissolve-left"
        />
      </div>
    </section>
  );
}
