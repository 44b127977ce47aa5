import { data } from "react-router";
import { shippedWords } from "~/features/careers/application";
import { illustrate } from "~/features/content/pictures/queries.server";
import { uncachedIf } from "~/features/content/site/page-meta";
import type { TextTree } from "~/lib/text-tree";
import type { Ctx } from "~/platform/context.server";
import about from "../../../../content/about.md";
import aboutSource from "../../../../content/about.md?raw";
import faq from "../../../../content/faq.md";
import faqSource from "../../../../content/faq.md?raw";
import home from "../../../../content/home.json";
import privacy from "../../../../content/privacy.md";
import privacySource from "../../../../content/privacy.md?raw";
import policy from "../../../../content/security-policy.md";
import policySource from "../../../../content/security-policy.md?raw";
import terms from "../../../../content/terms.md";
import termsSource from "../../../../content/terms.md?raw";
import { readPageText } from "./queries.server";
import { bodyOf, type PageKind, type Source } from "./text";

/** The texts that ship, for a company of any name. */
const SHIPPED: Record<Exclude<PageKind, "home" | "careers">, { text: TextTree; source: string }> = {
  about: { text: about, source: aboutSource },
  faq: { text: faq, source: faqSource },
  privacy: { text: privacy, source: privacySource },
  terms: { text: terms, source: termsSource },
  "security-policy": { text: policy, source: policySource },
};

/** What the office begins with when it edits a page. */
export function shippedSource(kind: PageKind): Source {
  if (kind === "home") return { fields: home, body: "" };
  if (kind === "careers") return { fields: shippedWords(), body: "" };
  return { fields: {}, body: bodyOf(SHIPPED[kind].source) };
}

/** For a page's loader: the company's own text, or the one that ships. */
export async function loadPageText(ctx: Pick<Ctx, "db" | "log">, kind: keyof typeof SHIPPED) {
  const { own, stale } = await readPageText(ctx, kind);
  const [text = SHIPPED[kind].text] = own ? await illustrate(ctx, [own.text]) : [];
  return data({ text }, uncachedIf(stale));
}

/** The words of the home page. */
export type HomeWords = typeof home;

export async function readHomeWords(
  ctx: Pick<Ctx, "db" | "log">,
): Promise<{ words: HomeWords; stale: boolean }> {
  const { own, stale } = await readPageText(ctx, "home");
  return { words: { ...home, ...own?.fields }, stale };
}

export async function readCareersWords(
  ctx: Pick<Ctx, "db" | "log">,
): Promise<{ fields: Record<string, string>; stale: boolean }> {
  const { own, stale } = await readPageText(ctx, "careers");
  return { fields: own?.fields ?? shippedWords(), stale };
}
