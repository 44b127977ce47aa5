/** What looks a drawing has by class, and how attributes become the looks that are kept. */
export type Styles = {
  /** "elsewhere": one of them refers to something outside of the drawing. */
  looksOf: (
    attributes: Map<string, string>,
    options: { clips: boolean },
  ) => Map<string, string> | "elsewhere";
};

const COLOR = /^(none|currentColor|transparent|#[0-9a-f]{3,8}|[a-z]{3,20}|(rgb|hsl)a?\([\d\s.,%/]+\))$/i;
const NUMBER = /^[\d\s.,%pxe+-]+$/;
const WORD = /^[a-z-]{1,20}$/;
const OWN = /^url\(\s*["']?#([A-Za-z_][\w.-]{0,99})["']?\s*\)$/;

/** The properties that are kept, and how their values look. */
const PROPERTIES: Record<string, RegExp> = {
  ...{ fill: COLOR, stroke: COLOR, "stop-color": COLOR, color: COLOR },
  ...{ opacity: NUMBER, "fill-opacity": NUMBER, "stroke-opacity": NUMBER, "stop-opacity": NUMBER },
  ...{ "stroke-width": NUMBER, "stroke-miterlimit": NUMBER, "stroke-dasharray": /^(none|[\d\s.,px]+)$/ },
  ...{ "stroke-dashoffset": NUMBER, "stroke-linecap": WORD, "stroke-linejoin": WORD },
  ...{ "fill-rule": WORD, "clip-rule": WORD, display: WORD, visibility: WORD, "clip-path": /^none$/ },
};

/**
 * Reads the style sheets of a drawing: rules for classes, as drawing programs write them. Others are not kept, nor are those
 * that hold in some circumstances only, such as in print. Takes time in proportion to their length, whatever is in them.
 */
export function readStyles(sheets: readonly string[]): Styles {
  const rules = new Map<string, Map<string, string>>();
  for (const { selectors, body } of sheets.flatMap(rulesIn)) {
    const looks = declarationsIn(body);
    for (const selector of selectors.split(",")) {
      const [, name] = /^\.([\w-]+)$/.exec(selector.trim()) ?? [];
      if (name) rules.set(name, new Map([...(rules.get(name) ?? []), ...looks]));
    }
  }
  return { looksOf: (attributes, options) => looksOf(attributes, rules, options) };
}

function rulesIn(sheet: string): { selectors: string; body: string }[] {
  const [first = "", ...comments] = sheet.split("/*");
  const plain = first + comments.map((text) => text.split("*/").slice(1).join("*/")).join("");
  let depth = 0;
  return plain.split("}").flatMap((chunk) => {
    const [selectors = "", ...bodies] = chunk.split("{");
    const isRule = depth === 0 && bodies.length === 1;
    depth = Math.max(0, depth + bodies.length - 1);
    return isRule ? [{ selectors, body: bodies[0] ?? "" }] : [];
  });
}

/** Those that are kept, the last of each name. */
function declarationsIn(text: string): Map<string, string> {
  const found = new Map<string, string>();
  for (const one of text.split(";")) {
    const [name = "", ...rest] = one.split(":");
    const value = rest.join(":").trim();
    const plain = value.endsWith("!important") ? value.slice(0, -"!important".length).trimEnd() : value;
    if (Object.hasOwn(PROPERTIES, name.trim()) && plain) found.set(name.trim(), plain);
  }
  return found;
}

/** Attributes, then classes, then `style`, each before the last, as CSS has it. */
function looksOf(
  attributes: Map<string, string>,
  rules: Map<string, Map<string, string>>,
  { clips }: { clips: boolean },
): Map<string, string> | "elsewhere" {
  const classes = new Set((attributes.get("class") ?? "").split(/\s+/));
  const found = new Map([
    ...attributes,
    ...[...classes].flatMap((name) => [...(rules.get(name) ?? [])]),
    ...declarationsIn(attributes.get("style") ?? ""),
  ]);
  const kept = new Map<string, string>();
  for (const [name, value] of found) {
    const allowed = Object.hasOwn(PROPERTIES, name) ? PROPERTIES[name] : undefined;
    if (!allowed) continue;
    const [, own] = OWN.exec(value) ?? [];
    if (own && (name === "fill" || name === "stroke" || (name === "clip-path" && clips)))
      kept.set(name, `url(#${own})`);
    else if (!own && /url\(|\\|@import/i.test(value)) return "elsewhere";
    else if (!own && allowed.test(value)) kept.set(name, value);
  }
  return kept;
}
