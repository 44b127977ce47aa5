import { type FeePolicy, feeWords, noticeWords } from "~/features/operations/settings/fee-policy";
import type { Week } from "~/features/operations/settings/settings";
import { officeHours } from "~/features/scheduling/availability/opening-hours";
import { placeWords } from "~/lib/postal-address";
import {
  fillIn,
  type NamedCompany,
  plainText,
  type Section,
  type TextNode,
  type TextTree,
} from "~/lib/text-tree";
import { lawWords } from "./law";

/** What texts may name of the company, and what it says of itself. */
export type TextCompany = NamedCompany & {
  policy: FeePolicy;
  price_notice_days: number;
  week: Week | null;
  says: Claims;
  is_demo: boolean;
};

/** What only the company knows to be true of it: whether it is insured, and whether it checks who joins a crew. */
type Claims = { insured: boolean; checked: boolean };

/** The text of a page with the company's data and rules in it, and without what the company does not say of itself. */
export function filled(text: TextTree, company: TextCompany): TextTree {
  return fillIn(claimed(text, company.says), company, wordsOf(company));
}

/** Fields of a text with the same words in them. */
export function filledWords<Fields extends Record<string, string>>(
  fields: Fields,
  company: TextCompany,
): Fields {
  const { company_name, contact_email, phone, address } = company;
  const named = { "{company}": company_name, "{email}": contact_email, "{phone}": phone };
  const words = Object.entries({ ...named, ...placeWords(address), ...wordsOf(company) });
  const fill = (line: string) =>
    words.reduce((text, [mark, word]) => text.replaceAll(mark, () => word), line);
  return Object.fromEntries(Object.entries(fields).map(([name, line]) => [name, fill(line)])) as Fields;
}

/** The law of the demo's texts is California's (specification, section 2). */
const DEMO_LAW = { state: "CA" };

function wordsOf({ policy, price_notice_days, week, address, is_demo }: TextCompany): Record<string, string> {
  return {
    ...feeWords(policy),
    ...noticeWords(price_notice_days),
    ...lawWords(is_demo ? DEMO_LAW : address),
    "{hours}": officeHours(week),
  };
}

const CLAIMS: Record<keyof Claims, string> = { insured: "{if_insured}", checked: "{if_checked}" };

/** Without the paragraphs and list items that begin with the mark of something that the company does not say. */
function claimed(tree: TextTree, says: Claims): TextTree {
  const keep = <Node extends TextNode>(nodes: Node[]): Node[] =>
    nodes.flatMap((node) => {
      if (node.type !== "element") return [node];
      if (/^([uo]l|blockquote)$/.test(node.tagName)) return [{ ...node, children: keep(node.children) }];
      const words = plainText([node]);
      const claim = (Object.keys(CLAIMS) as (keyof Claims)[]).find((name) => words.startsWith(CLAIMS[name]));
      return claim && !says[claim] ? [] : [node];
    });
  return { ...tree, children: keep(tree.children) };
}

/** Paragraphs and lists of a section, without whitespace nodes. */
export function blocksOf({ nodes }: Section): TextNode[] {
  return nodes.filter(({ type }) => type === "element");
}
