import type { Section } from "~/lib/text-tree";
import { ButtonLink } from "~/ui/action/button-link";
import { Picture } from "~/ui/art/picture";
import { Container } from "~/ui/page/container";
import { QuestionList } from "./question-list";

type FaqProps = { questions: Section[]; phone: string; hours: string };

/** Questions beside their heading, and two further links. */
export function FaqPage({ questions, phone, hours }: FaqProps) {
  return (
    <Container className="py-10 md:py-14 lg:py-20 print:max-w-none print:p-0">
      <div className="lg:grid lg:grid-cols-[minmax(0,5fr)_minmax(0,8fr)] lg:gap-x-16 xl:gap-x-24 print:block">
        <header className="mb-9 self-start lg:mb-0 lg:sticky lg:top-30 print:static print:mb-4">
          <h1 className="text-title print:text-[2rem]">Frequently Asked Questions</h1>
          <p className="mt-4 max-w-[34rem] text-balance text-lead text-moss">
            What people ask before the first visit, and what they ask after it. If yours is not here, we are
            glad to answer it.
          </p>
          <Picture
            of="service-regular"
            alt=""
            sizes="(min-width: 64rem) 26rem, 1px"
            className="mt-9 aspect-4/3 w-full rounded-card object-cover max-lg:hidden print:hidden"
          />
        </header>
        <QuestionList questions={questions} />
      </div>
      <FaqClosing phone={phone} hours={hours} />
    </Container>
  );
}

/** Links to contact and to booking. */
function FaqClosing({ phone, hours }: Omit<FaqProps, "questions">) {
  return (
    <aside
      aria-labelledby="still-heading"
      className="relative mt-14 overflow-hidden rounded-card bg-sage-soft md:mt-20 lg:mt-24 print:hidden"
    >
      <div className="relative z-10 max-w-lg p-7 sm:p-10 md:max-lg:max-w-sm lg:p-14">
        <h2 id="still-heading" className="text-title">
          Still wondering?
        </h2>
        <p className="mt-3 text-ink/80 text-lead">
          Write to us or call {phone}, {hours}. And if everything is clear, the next free time is two minutes
          away.
        </p>
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href="/contact" size="large" className="max-sm:grow">
            Contact Us
          </ButtonLink>
          <ButtonLink href="/book" size="large" variant="secondary" className="max-sm:grow">
            Book Now
          </ButtonLink>
        </div>
      </div>
      <Picture
        of="home-tips"
        alt=""
        sizes="(min-width: 64rem) 42rem, (min-width: 48rem) 26rem, 1px"
        className="absolute inset-y-0 right-0 h-full w-3/5 bg-transparent mask-dissolve-left object-cover object-[70%_60%] max-md:hidden"
      />
    </aside>
  );
}
