import type { Section } from "~/lib/text-tree";
import { Container } from "~/ui/container";
import { Picture } from "~/ui/picture";
import { FaqClosing } from "./faq-closing";
import { QuestionList } from "./question-list";

/** The questions beside their heading, and two ways on for whom they did not help. */
export function FaqPage({ questions, phone }: { questions: Section[]; phone: string }) {
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
      <FaqClosing phone={phone} />
    </Container>
  );
}
