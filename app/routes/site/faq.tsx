import { filled, type TextCompany } from "~/features/content/pages/document";
import { FaqPage } from "~/features/content/pages/ui/faq-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { faqPage } from "~/features/content/site/structured-data";
import { loadPageText } from "~/features/content/texts/shipped.server";
import { officeHours } from "~/features/scheduling/availability/opening-hours";
import { plainText, sectionsOf, type TextTree, wholeNodes } from "~/lib/text-tree";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/faq";

const questionsFor = (text: TextTree, company: TextCompany) => sectionsOf(filled(text, company)).sections;

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(
    matches,
    "Frequently Asked Questions",
    "How to book, what a cleaning includes, what cancelling costs, how you pay, keys and pets, where we work: plain answers.",
    {
      structured: ({ company }) => [
        faqPage(
          questionsFor(loaderData.text, company).map((section) => ({
            question: section.title,
            answer: plainText(wholeNodes(section)),
          })),
        ),
      ],
    },
  );

export function loader({ context }: Route.LoaderArgs) {
  return loadPageText(requestContext(context), "faq");
}

export const headers = pageHeaders;

export default function Faq({ loaderData, matches }: Route.ComponentProps) {
  const { company } = matches[0].loaderData;
  const questions = questionsFor(loaderData.text, company);
  return <FaqPage questions={questions} phone={company.phone} hours={officeHours(company.week)} />;
}
