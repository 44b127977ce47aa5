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

/** Reads the style sheets of a drawing: rules for classes, as drawing programs write them. Others are not kept. */
export function readStyles(svg: string): Styles {
  const rules = new Map<string, Map<string, string>>();
  for (const [, sheet = ""] of svg.matchAll(/<style[^>]*>([\s\S]*?)<\/style>/gi)) {
    const plain = sheet.replace(/<!\[CDATA\[|\]\]>/g, "").replace(/\/\*[\s\S]*?\*\//g, "");
    for (const [, selectors = "", body = ""] of plain.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
      for (const selector of selectors.split(",")) {
        const [, name] = /^\.([\w-]+)$/.exec(selector.trim()) ?? [];
        if (name) rules.set(name, new Map([...(rules.get(name) ?? []), ...declarationsIn(body)]));
      }
    }
  }
  return { looksOf: (attributes, options) => looksOf(attributes, rules, options) };
}

function declarationsIn(text: string): [string, string][] {
  return text.split(";").flatMap((one): [string, string][] => {
    const [, name, value] = /^\s*([\w-]+)\s*:\s*(.*?)\s*(?:!important)?\s*$/s.exec(one) ?? [];
    return name && value ? [[name, value]] : [];
  });
}

/** Attributes, then classes, then `style`, each before the last, as CSS has it. */
function looksOf(
  attributes: Map<string, string>,
  rules: Map<string, Map<string, string>>,
  { clips }: { clips: boolean },
): Map<string, string> | "elsewhere" {
  const classes = (attributes.get("class") ?? "").split(/\s+/);
  const found = new Map([
    ...attributes,
    ...classes.flatMap((name) => [...(rules.get(name) ?? [])]),
    ...declarationsIn(attributes.get("style") ?? ""),
  ]);
  const kept = new Map<string, string>();
  for (const [name, value] of found) {
    const allowed = PROPERTIES[name];
    if (!allowed) continue;
    const [, own] = OWN.exec(value) ?? [];
    if (own && (name === "fill" || name === "stroke" || (name === "clip-path" && clips)))
      kept.set(name, `url(#${own})`);
    else if (!own && /url\(|\\|@import/i.test(value)) return "elsewhere";
    else if (!own && allowed.test(value)) kept.set(name, value);
  }
  return kept;
}
