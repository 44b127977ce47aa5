import { FaqPage } from "~/features/content/pages/ui/faq-page";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { faqPage } from "~/features/content/site/structured-data";
import { type FeePolicy, feeWords } from "~/features/operations/settings/fee-policy";
import { fillIn, type NamedCompany, plainText, sectionsOf } from "~/lib/text-tree";
import text from "../../../content/faq.md";
import type { Route } from "./+types/faq";

const questionsFor = (company: NamedCompany & { policy: FeePolicy }) =>
  sectionsOf(fillIn(text, company, feeWords(company.policy))).sections;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Frequently Asked Questions",
    "How to book, what a cleaning includes, what cancelling costs, how you pay, keys and pets, where we work: ten plain answers.",
    {
      structured: ({ company }) => [
        faqPage(
          questionsFor(company).map(({ title, nodes }) => ({ question: title, answer: plainText(nodes) })),
        ),
      ],
    },
  );

export const headers = pageHeaders;

export default function Faq({ matches }: Route.ComponentProps) {
  const { company } = matches[0].loaderData;
  return <FaqPage questions={questionsFor(company)} phone={company.phone} />;
}
