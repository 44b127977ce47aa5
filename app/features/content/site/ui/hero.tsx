import { ButtonLink } from "~/ui/action/button-link";
import { Picture } from "~/ui/art/picture";
import { cx } from "~/ui/cx";
import { Container } from "~/ui/page/container";
import { Stars } from "~/ui/page/stars";

/** `sizes` of the picture. Must equal the preload in the page's head. */
export const heroSizes = "(min-width: 80rem) 84vw, (min-width: 40rem) 100vw, 120vw";

type Words = { headline: string; lead: string; note: string };
type Reviews = { count: number; average: number } | null;

/** First screen. Without published reviews it shows no stars. */
export function Hero({ words, reviews }: { words: Words; reviews: Reviews }) {
  return (
    <section aria-labelledby="hero-heading" className="relative overflow-hidden lg:border-line lg:border-b">
      <Container className="relative z-10 pt-10 sm:pt-14 lg:flex lg:min-h-[42rem] lg:items-center lg:py-20">
        <div className="max-w-[36rem]">
          <h1 id="hero-heading" className="text-hero">
            {words.headline}
          </h1>
          <p className="mt-5 max-w-[30rem] text-ink/80 text-lead lg:mt-6">{words.lead}</p>
          <div className="mt-7 flex flex-wrap gap-3 lg:mt-9">
            <ButtonLink href="/book" size="large" className="max-sm:grow">
              Book a Cleaning
            </ButtonLink>
            <ButtonLink href="/services" size="large" variant="secondary" className="max-sm:grow">
              View Services
            </ButtonLink>
          </div>
          <Proof note={words.note} reviews={reviews} className="mt-8 max-lg:hidden" />
        </div>
      </Container>
      <div className="relative mt-9 aspect-5/4 overflow-hidden sm:mx-8 sm:mt-12 sm:aspect-16/9 sm:rounded-card lg:absolute lg:inset-y-0 lg:right-0 lg:mx-0 lg:mt-0 lg:aspect-auto lg:w-3/4 xl:w-[84%] lg:rounded-none">
        <Picture
          of="hero"
          sizes={heroSizes}
          priority
          className="size-full object-[76%_50%] object-cover lg:bg-transparent lg:object-[100%_62%] lg:mask-dissolve-left"
        />
      </div>
      <Container className="lg:hidden">
        <Proof note={words.note} reviews={reviews} className="mt-6" />
      </Container>
    </section>
  );
}

function Proof({ note, reviews, className }: { note: string; reviews: Reviews; className: string }) {
  if (!note && !reviews) return null;
  return (
    <ul className={cx("space-y-1.5 text-[0.9375rem] text-ink/80", className)}>
      {reviews && <Rating {...reviews} />}
      {note && <li>{note}</li>}
    </ul>
  );
}

function Rating({ count, average }: NonNullable<Reviews>) {
  const rating = Math.round(average * 10) / 10;
  return (
    <li className="flex items-center gap-2.5">
      <Stars rating={rating} />
      <span>
        <strong className="font-semibold text-ink">{rating}</strong> from{" "}
        {count === 1 ? "one customer review" : `${count.toLocaleString("en-US")} customer reviews`}
      </span>
    </li>
  );
}
