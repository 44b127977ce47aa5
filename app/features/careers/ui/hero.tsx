import CalendarClock from "lucide-react/icons/calendar-clock";
import Handshake from "lucide-react/icons/handshake";
import Sprout from "lucide-react/icons/sprout";
import type { ReactNode } from "react";
import { type CareersWords, jobInquiry } from "~/features/careers/application";
import { ButtonLink } from "~/ui/action/button-link";
import { BirchTrunk } from "~/ui/art/birch-trunk";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { Picture } from "~/ui/art/picture";
import { Card } from "~/ui/page/card";
import { Container } from "~/ui/page/container";
import { Section } from "~/ui/page/section";

/** `sizes` of the picture. Must equal the preload in the page's head. */
export const careersHeroSizes = "(min-width: 80rem) 50vw, (min-width: 64rem) 58vw, 100vw";

type TextProps = {
  words: CareersWords;
  hasOpenings: boolean;
  /** The openings. */
  children?: ReactNode;
};

/** What the page says, with the openings in it. */
export function CareersText({ words, hasOpenings, children }: TextProps) {
  const { headline, lead, benefits, steps } = words;
  return (
    <>
      <CareersHero headline={headline} lead={lead} hasOpenings={hasOpenings} />
      <Benefits benefits={benefits} />
      {children}
      <HiringSteps steps={steps} />
    </>
  );
}

type HeroProps = { headline: string; lead: string; hasOpenings: boolean };

/** First screen: text beside a picture of aprons. */
function CareersHero({ headline, lead, hasOpenings }: HeroProps) {
  return (
    <section
      aria-labelledby="careers-heading"
      className="relative overflow-hidden lg:border-line lg:border-b"
    >
      <Container className="relative z-10 pt-10 sm:pt-14 lg:flex lg:min-h-[32rem] lg:items-center lg:py-20">
        <div className="max-w-[33rem]">
          <h1 id="careers-heading" className="wrap-anywhere text-hero">
            {headline}
          </h1>
          <p className="mt-5 wrap-anywhere text-ink/80 text-lead">{lead}</p>
          {hasOpenings && (
            <ButtonLink href="#openings" size="large" className="mt-8 max-sm:w-full">
              See Current Openings
            </ButtonLink>
          )}
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

/** The steps from application to first day, numbered. */
function HiringSteps({ steps }: { steps: readonly { title: string; text: string }[] }) {
  return (
    <Section heading="How Hiring Works">
      <ol className="grid grid-cols-1 gap-x-10 gap-y-9 sm:grid-cols-2 lg:grid-cols-4 lg:gap-x-8">
        {steps.map(({ title, text }, index) => (
          <li key={`${title} ${text}`}>
            <div className="flex items-center gap-4">
              <span className="font-[560] font-display text-4xl text-evergreen-600 tabular-nums leading-none">
                {index + 1}
              </span>
              <LenticelDivider className="min-w-0 flex-1 text-sage" />
            </div>
            <h3 className="wrap-anywhere mt-4 text-heading">{title}</h3>
            <p className="wrap-anywhere mt-2 max-w-[40ch] text-moss">{text}</p>
          </li>
        ))}
      </ol>
    </Section>
  );
}

const icons = [Sprout, Handshake, CalendarClock];

function Benefits({ benefits }: { benefits: readonly { title: string; text: string }[] }) {
  return (
    <Section aria-label="Why work with us">
      <ul className="grid gap-5 lg:grid-cols-3 lg:gap-6">
        {benefits.map(({ title, text }, index) => {
          const Icon = icons[index % icons.length] ?? Sprout;
          return (
            <Card as="li" key={`${title} ${text}`} className="p-6 sm:max-lg:flex sm:max-lg:gap-6 lg:p-8">
              <span className="grid size-12 shrink-0 place-items-center rounded-full bg-sage-soft text-evergreen-700">
                <Icon strokeWidth={1.75} className="size-6" />
              </span>
              <div className="wrap-anywhere min-w-0">
                <h2 className="mt-5 text-heading sm:max-lg:mt-0">{title}</h2>
                <p className="mt-2 text-moss">{text}</p>
              </div>
            </Card>
          );
        })}
      </ul>
    </Section>
  );
}

/** End of the careers page, with links to the openings and to the company's email address. */
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
              href={jobInquiry(email)}
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
