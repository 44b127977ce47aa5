import type { Target } from "./drawing-clones";

/** A drawing that is refused, with what to do. */
export class Unclean extends Error {}

export const NO_DRAWING = "The file is not a whole SVG drawing. Save it again, or save your logo as PNG.";

const TOKEN =
  /<!--[\s\S]*?-->|<\?[\s\S]*?\?>|<!\[CDATA\[[\s\S]*?\]\]>|<!DOCTYPE[^>[]*>|<[^<>!?][^<>]*>|[^<]+/giy;

/** Comments, tags and what stands between them. Each ends where it begins to, so that nothing is read twice. */
export function tokensIn(text: string): string[] {
  const tokens: string[] = [];
  for (let at = 0; at < text.length; at += tokens.at(-1)?.length ?? 0) {
    TOKEN.lastIndex = at;
    const [found] = TOKEN.exec(text) ?? [];
    if (!found)
      throw new Unclean(
        /^<!(DOCTYPE|ENTITY)/i.test(text.slice(at, at + 10))
          ? "The drawing declares entities. Save it as plain SVG."
          : NO_DRAWING,
      );
    tokens.push(found);
  }
  return tokens;
}

/** The texts of the style elements. */
export function sheetsIn(tokens: readonly string[]): string[] {
  let isSheet = false;
  return tokens.flatMap((token) => {
    const [, data = token] = /^<!\[CDATA\[([\s\S]*)\]\]>$/i.exec(token) ?? [];
    const isText = !data.startsWith("<");
    if (!isText && !/^<[!?]/.test(token))
      isSheet = /^<(svg:)?style[\s>]/.test(token) && !token.endsWith("/>");
    return isText && isSheet ? [data] : [];
  });
}

export const isTag = (token: string) => /^<[^!?]/.test(token);

/** What a tag is made of; `self`: it has no content. */
export function partsOf(tag: string) {
  const [, close, name, rest = "", self] =
    /^<(\/?)([A-Za-z][\w:.-]*)(?![\w:.-])((?:[^"'>]|"[^"]*"|'[^']*')*?)(\/?)>$/.exec(tag) ?? [];
  if (!name) throw new Unclean(NO_DRAWING);
  return { close: Boolean(close), name, rest, self: Boolean(self) };
}

/** The elements that have an id; of two with the same, the first. */
export function targetsIn(tokens: readonly string[]): Map<string, Target> {
  const found = new Map<string, Target>();
  const open: (Target | null)[] = [];
  for (const [index, token] of tokens.entries()) {
    if (!isTag(token)) continue;
    const { close, name, rest, self } = partsOf(token);
    if (close) {
      const ended = open.pop();
      if (ended) ended.last = index;
      continue;
    }
    const attributes = attributesIn(rest);
    const id = attributes.get("id");
    const element = { name: name.replace(/^svg:/, ""), attributes, first: index, last: index };
    const isTarget = id !== undefined && !found.has(id);
    if (isTarget) found.set(id, element);
    if (!self) open.push(isTarget ? element : null);
  }
  return found;
}

/** The attributes of a tag. Entities stay as they are, so that values with one are not kept. */
export function attributesIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  const one = /\s+([A-Za-z_:][\w:.-]*)\s*=\s*("[^"]*"|'[^']*')|\s+/gy;
  let at = 0;
  while (at < text.length) {
    one.lastIndex = at;
    const match = one.exec(text);
    if (!match) throw new Unclean(NO_DRAWING);
    at += match[0].length;
    if (match[1] && !found.has(match[1])) found.set(match[1], (match[2] ?? "").slice(1, -1));
    else if (match[1]) throw new Unclean(NO_DRAWING);
  }
  return found;
}
