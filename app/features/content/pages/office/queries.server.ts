import { careers } from "~/features/careers/application";
import { type OfficeDocument, updatedOf } from "~/features/content/pages/document";
import { formatDate } from "~/lib/dates";
import { plainText, sectionsOf, type TextTree } from "~/lib/text-tree";
import about from "../../../../../content/about.md";
import faq from "../../../../../content/faq.md";
import privacy from "../../../../../content/privacy.md";
import terms from "../../../../../content/terms.md";

/** All texts of content/ except articles, in the order of the footer. */
export function readDocuments(): OfficeDocument[] {
  const openings = careers.jobs.length;
  return [
    document(about, { title: "Our Story", path: "/about", file: "about.md", noun: "part" }),
    document(faq, {
      title: "Frequently Asked Questions",
      path: "/faq",
      file: "faq.md",
      noun: "question",
    }),
    {
      title: "Careers",
      path: "/careers",
      file: "content/careers.json",
      holds: counted(openings, "opening"),
      updated: null,
    },
    document(privacy, { title: "Privacy Policy", path: "/privacy", file: "privacy.md", noun: "section" }),
    document(terms, { title: "Terms of Service", path: "/terms", file: "terms.md", noun: "section" }),
  ];
}

type TextSource = { title: string; path: string; file: string; noun: string };

function document(text: TextTree, { title, path, file, noun }: TextSource): OfficeDocument {
  const { nodes, sections } = sectionsOf(text);
  const updated = updatedOf(plainText(nodes));
  return {
    title,
    path,
    file: `content/${file}`,
    holds: counted(Math.max(1, sections.length), noun),
    updated: updated && formatDate(updated),
  };
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}
