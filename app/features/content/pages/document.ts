import { type FeePolicy, feeWords, noticeWords } from "~/features/operations/settings/fee-policy";
import { fillIn, type NamedCompany, type Section, type TextNode, type TextTree } from "~/lib/text-tree";

/** What texts may name of the company. */
export type TextCompany = NamedCompany & { policy: FeePolicy; price_notice_days: number };

/** The text of a page with the company's data and rules in it. */
export function filled(text: TextTree, company: TextCompany): TextTree {
  return fillIn(text, company, { ...feeWords(company.policy), ...noticeWords(company.price_notice_days) });
}

/** Paragraphs and lists of a section, without whitespace nodes. */
export function blocksOf({ nodes }: Section): TextNode[] {
  return nodes.filter(({ type }) => type === "element");
}
