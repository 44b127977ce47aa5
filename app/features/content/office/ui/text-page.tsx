import type { ReactNode } from "react";
import { type CareersWords, type Job, jobOf, wordsOf } from "~/features/careers/application";
import { articlePath, ownArticle } from "~/features/content/blog/article";
import { ArticlePage } from "~/features/content/blog/ui/article-page";
import { filled, filledWords, type TextCompany } from "~/features/content/pages/document";
import { AboutPage } from "~/features/content/pages/ui/about";
import { FaqPage } from "~/features/content/pages/ui/faq-page";
import { LegalPage } from "~/features/content/pages/ui/legal-page";
import type { SitePicture } from "~/features/content/pictures/picture";
import { ClosingCall } from "~/features/content/site/ui/closing-call";
import { Hero } from "~/features/content/site/ui/hero";
import type { TextKey } from "~/features/content/texts/text";
import { officeHours } from "~/features/scheduling/availability/opening-hours";
import { fillIn, sectionsOf, type TextTree } from "~/lib/text-tree";
import { Section } from "~/ui/page/section";

/** A text that is not published yet. */
export type Shown = {
  of: TextKey;
  fields: Record<string, string>;
  text: TextTree;
  cover: SitePicture | null;
};
type Props = Shown & {
  company: TextCompany & { company_description: string };
  origin: string;
  /** Draws the page of a service with its text; null for other texts. */
  service: ((text: TextTree) => ReactNode) | null;
  /** Draws an opening. */
  opening: (job: Job) => ReactNode;
  /** Draws the careers page without its openings. */
  careers: (words: CareersWords) => ReactNode;
};

/** A text as its page shows it. */
export function TextPage({ of, fields, text, cover, service, company, origin, opening, careers }: Props) {
  if (of.kind === "home") return <HomePreview fields={filledWords(fields, company)} />;
  if (of.kind === "careers") return careers(wordsOf(filledWords(fields, company)));
  if (of.kind === "article") {
    const { author = "" } = fields;
    const named = { ...fields, author: author.replaceAll("{company}", company.company_name) };
    const article = ownArticle({ number: of.number, slug: fields.slug || null }, { fields: named, text });
    return (
      <ArticlePage
        article={{ ...article, cover }}
        url={origin + articlePath(article)}
        votes={null}
        saved={false}
        company={company}
      >
        {null}
      </ArticlePage>
    );
  }
  if (of.kind === "opening")
    return (
      <Section heading="Current Openings" ground="sage">
        {opening(jobOf(of.number, { fields, text: fillIn(text, company) }))}
      </Section>
    );
  if (service) return service(filled(text, company));
  if (of.kind === "about") return <AboutPage text={text} company={company} />;
  const document = sectionsOf(filled(text, company));
  if (of.kind === "faq")
    return <FaqPage questions={document.sections} phone={company.phone} hours={officeHours(company.week)} />;
  return <LegalPage document={document} />;
}

/** The parts of the home page that have words of the company. */
function HomePreview({ fields }: { fields: Record<string, string> }) {
  const { headline = "", lead = "", note = "", closing = "" } = fields;
  return (
    <>
      <Hero words={{ headline, lead, note }} reviews={null} />
      <ClosingCall heading={closing} action="Book a Cleaning Now">
        Choose a time that suits you.
      </ClosingCall>
    </>
  );
}
