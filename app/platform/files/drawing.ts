import { BASIC_SHAPE, looksOfClone, placeOfClone, type Target } from "./drawing-clones";
import { readStyles, type Styles } from "./drawing-styles";
import {
  attributesIn,
  isTag,
  NO_DRAWING,
  partsOf,
  sheetsIn,
  targetsIn,
  tokensIn,
  Unclean,
} from "./drawing-tokens";

/** A drawing (SVG) with nothing but shapes and colors. Sizes are in its own units. */
type Drawing = { svg: string; width: number; height: number };

export type DrawingOutcome = { ok: true; drawing: Drawing } | { ok: false; message: string };

/** Most elements of a drawing, and how deep they may be nested. */
const MOST_ELEMENTS = 2000;
const MOST_DEPTH = 40;
/** How deep clones of clones may go, and how many characters all clones may have. */
const MOST_CLONES = 6;
const MOST_CLONED = 400_000;

/** Elements that are kept. */
const SHAPES = new Set(
  "svg g defs path rect circle ellipse line polyline polygon linearGradient radialGradient stop clipPath".split(
    " ",
  ),
);
/** Elements that are left out with all that is in them, because they show nothing. */
const SILENT = /^(title|desc|metadata|style|sodipodi:.*|inkscape:.*|rdf:.*|i:.*|switch:.*)$/;
/** Elements that people have to take out themselves, with the reason. */
const REFUSED: Record<string, string> = {
  text: "The drawing has text. Convert the text to outlines in your drawing program and save it again.",
  tspan: "The drawing has text. Convert the text to outlines in your drawing program and save it again.",
  image: "The drawing has a picture in it. Save your logo as PNG instead.",
  script: "The drawing has a script in it. Save it without scripts.",
  foreignObject: "The drawing has a web page in it. Save it as plain SVG.",
};

/** Attributes that are kept: geometry, and what `drawing-styles` knows of looks. */
const GEOMETRY = new Set(
  "d x y x1 y1 x2 y2 cx cy r rx ry fx fy points width height viewBox transform offset gradientUnits gradientTransform spreadMethod clipPathUnits preserveAspectRatio".split(
    " ",
  ),
);
const NUMBERS = /^[\w\s.,+()%-]*$/;
const ID = /^[A-Za-z_][\w.-]{0,99}$/;

const CLONES =
  "The drawing has symbols or clones that can't be drawn here. Expand them in your drawing program and save it again.";

type Element = { name: string; attributes: Map<string, string> };

/**
 * Reads an SVG and writes a new one out of what is allowed: shapes, gradients and clips, with colors. Clones of its own symbols and
 * shapes become shapes. Scripts, handlers, links, text, pictures, entities and references to elsewhere are refused; what shows
 * nothing is left out. What was sent is not kept.
 */
export function cleanDrawing(source: string): DrawingOutcome {
  try {
    const tokens = tokensIn(source.replace(/^\uFEFF/, ""));
    return { ok: true, drawing: new Cleaner(tokens, readStyles(sheetsIn(tokens))).clean() };
  } catch (error) {
    if (error instanceof Unclean) return { ok: false, message: error.message };
    throw error;
  }
}

/** Reads one token after the other, and writes the allowed ones anew. */
class Cleaner {
  private readonly open: string[] = [];
  private readonly out: string[] = [];
  private count = 0;
  /** The depth at which an element began that is left out; 0: none. */
  private silentFrom = 0;
  private size: { width: number; height: number } | undefined;

  /** The elements that are being cloned, by id, from the outermost. */
  private readonly cloning: string[] = [];
  private cloned = 0;
  private targets: Map<string, Target> | undefined;

  private readonly tokens: readonly string[];
  private readonly styles: Styles;

  constructor(tokens: readonly string[], styles: Styles) {
    this.tokens = tokens;
    this.styles = styles;
  }

  clean(): Drawing {
    this.read(this.tokens);
    if (this.open.length > 0 || !this.size) throw new Unclean(NO_DRAWING);
    return { svg: this.out.join(""), ...this.size };
  }

  private read(tokens: readonly string[]): void {
    for (const token of tokens) {
      if (isTag(token)) this.tag(token);
      else if (!token.startsWith("<")) this.words(token);
    }
  }

  /** Text between elements shows nothing, as text elements are refused. */
  private words(text: string): void {
    if (this.open.length === 0 && text.trim() !== "") throw new Unclean(NO_DRAWING);
  }

  private tag(tag: string): void {
    const { close, name, rest, self } = partsOf(tag);
    if (close) {
      this.end(name);
      return;
    }
    this.count += 1;
    if (this.count > MOST_ELEMENTS || this.open.length >= MOST_DEPTH) {
      throw new Unclean(`The drawing has more than ${MOST_ELEMENTS} shapes. Simplify it, or save it as PNG.`);
    }
    const plain = name.replace(/^svg:/, "");
    const isRoot = this.open.length === 0;
    if (isRoot && (plain !== "svg" || this.size)) throw new Unclean(NO_DRAWING);
    if (!this.silentFrom) this.begin({ name: plain, attributes: attributesIn(rest) }, isRoot, self);
    if (!self) this.open.push(name);
    else if (this.silentFrom > this.open.length) this.silentFrom = 0;
    if (isRoot && self) throw new Unclean(NO_DRAWING);
  }

  private begin({ name, attributes }: Element, isRoot: boolean, isEmpty: boolean): void {
    if (Object.hasOwn(REFUSED, name)) throw new Unclean(REFUSED[name]);
    for (const key of attributes.keys()) {
      if (/^on/i.test(key)) throw new Unclean("The drawing has a script in it. Save it without scripts.");
    }
    if (name === "use") this.clone(attributes);
    if (SILENT.test(name) || name === "use") {
      this.silentFrom = this.open.length + 1;
      return;
    }
    if (name === "symbol") {
      this.out.push(isEmpty ? "<defs/>" : "<defs>");
      return;
    }
    if (!SHAPES.has(name) || (name === "svg" && !isRoot)) {
      throw new Unclean(`The drawing uses '${name.slice(0, 30)}'. Save it as plain SVG, or as PNG.`);
    }
    if (isRoot) this.size = sizeOf(attributes);
    const kept = isRoot && this.size ? rootOf(attributes, this.size) : this.keptOf({ name, attributes });
    this.out.push(`<${name}${kept}${isEmpty ? "/" : ""}>`);
  }

  private end(name: string): void {
    if (this.open.pop() !== name) throw new Unclean(NO_DRAWING);
    if (this.silentFrom > this.open.length) this.silentFrom = 0;
    else if (!this.silentFrom) this.out.push(`</${name.replace(/^svg:/, "").replace("symbol", "defs")}>`);
  }

  /** Draws what a clone names in its place: the element itself, or what is in a symbol. Ids stay with what they were given to. */
  private clone(use: Map<string, string>): void {
    const href = use.get("href") ?? use.get("xlink:href") ?? "";
    if (!href.startsWith("#"))
      throw new Unclean("The drawing links to something else. Save it without links.");
    const id = href.slice(1);
    this.targets ??= targetsIn(this.tokens);
    const target = this.targets.get(id);
    const place = target && this.size && placeOfClone(use, target, this.size);
    const isLoop = this.cloning.includes(id) || this.cloning.length >= MOST_CLONES;
    if (!target || typeof place !== "string" || isLoop) throw new Unclean(CLONES);
    const tokens = this.tokens.slice(target.first, target.last + 1);
    this.cloned += tokens.reduce((sum, { length }) => sum + length, 0);
    if (this.cloned > MOST_CLONED) throw new Unclean(CLONES);
    this.cloning.push(id);
    if (this.open.includes("clipPath")) this.cloneIntoClip(use, target, place);
    else {
      const isSymbol = target.name === "symbol";
      const placed = place ? looksOfClone(use).set("transform", place) : looksOfClone(use);
      this.group(placed, () => {
        if (isSymbol) this.group(looksOfClone(target.attributes), () => this.read(tokens.slice(1, -1)));
        else this.read(tokens);
      });
    }
    this.cloning.pop();
  }

  /** A clip has no groups: the clone's place goes to its shape. */
  private cloneIntoClip(use: Map<string, string>, { name, attributes }: Target, place: string): void {
    if (!BASIC_SHAPE.test(name)) throw new Unclean(CLONES);
    const transform = [place, attributes.get("transform")].filter(Boolean).join(" ");
    const whole = new Map([...looksOfClone(use), ...attributes]);
    if (transform) whole.set("transform", transform);
    this.begin({ name, attributes: whole }, false, true);
  }

  private group(attributes: Map<string, string>, content: () => void): void {
    this.count += 1;
    this.out.push(`<g${this.keptOf({ name: "g", attributes })}>`);
    this.open.push("g");
    content();
    this.open.pop();
    this.out.push("</g>");
  }

  /** The attributes that are kept, as they are written. */
  private keptOf({ name, attributes }: Element): string {
    const kept = new Map<string, string>();
    for (const [key, value] of attributes) {
      if (key === "id" && ID.test(value) && this.cloning.length === 0) kept.set(key, value);
      else if (key === "href" || key === "xlink:href") {
        if (!value.startsWith("#"))
          throw new Unclean("The drawing links to something else. Save it without links.");
        if (name.endsWith("Gradient") && ID.test(value.slice(1))) kept.set("href", value);
      } else if (GEOMETRY.has(key) && NUMBERS.test(value)) kept.set(key, value);
    }
    // A clip in a clip could be drawn without end.
    const looks = this.styles.looksOf(attributes, {
      clips: !this.open.includes("clipPath") && name !== "clipPath",
    });
    if (looks === "elsewhere")
      throw new Unclean("The drawing uses something from elsewhere. Save it as plain SVG.");
    for (const [key, value] of looks) kept.set(key, value);
    return written(kept);
  }
}

function written(attributes: Map<string, string>): string {
  return [...attributes].map(([key, value]) => ` ${key}="${value.replace(/\s+/g, " ")}"`).join("");
}

function rootOf(
  attributes: Map<string, string>,
  { width, height }: Pick<Drawing, "width" | "height">,
): string {
  const [x = 0, y = 0, ...edges] = boxOf(attributes);
  const view = edges.length === 2 && [x, y].every(Number.isFinite) ? [x, y, ...edges] : [0, 0, width, height];
  const fill = attributes.get("fill");
  const more = fill && /^(none|#[0-9a-f]{3,8}|[a-z]{3,20})$/i.test(fill) ? ` fill="${fill}"` : "";
  return ` xmlns="http://www.w3.org/2000/svg" viewBox="${view.join(" ")}" width="${width}" height="${height}"${more}`;
}

function boxOf(attributes: Map<string, string>): number[] {
  const text = attributes.get("viewBox")?.trim();
  return text ? text.split(/[\s,]+/).map(Number) : [];
}

/** The size out of `viewBox`, else out of width and height. */
function sizeOf(attributes: Map<string, string>): Pick<Drawing, "width" | "height"> {
  const [, , boxWidth, boxHeight] = boxOf(attributes);
  const length = (name: string) =>
    Number(/^([\d.]+)(px|pt|mm|cm|in)?$/.exec(attributes.get(name) ?? "")?.[1]);
  const [width = Number.NaN, height = Number.NaN] = [
    boxWidth ?? length("width"),
    boxHeight ?? length("height"),
  ];
  if (!(width > 0 && height > 0 && width < 1e6 && height < 1e6)) {
    throw new Unclean("The drawing doesn't say how large it is. Save it with a viewBox.");
  }
  return { width: round(width), height: round(height) };
}

const round = (length: number) => Number(length.toFixed(2));
