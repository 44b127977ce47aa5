import type { Element, ElementContent } from "hast";
import { PICTURE_ADDRESS, type TextNode, type TextTree } from "~/lib/text-tree";

/** A picture of the office's texts. `alt`: what it shows; null: it only decorates. `key` changes with the picture. */
export type SitePicture = {
  number: number;
  alt: string | null;
  key: string;
  /** Pixels of the widest file. */
  width: number;
  height: number;
  /** Pixels, the narrowest first. */
  widths: number[];
};

export const PICTURES_PAGE = "/admin/content/pictures";
export const PICTURE_UPLOAD = `${PICTURES_PAGE}/upload`;
export const ALT_LENGTH = 250;

/** The address of a picture in Markdown, which stays when the picture is replaced. */
export const picturePath = (number: number) => `/pictures/${number}`;

/** How Markdown shows a picture. Brackets would end the description. */
export function markdownOf({ number, alt }: Pick<SitePicture, "number" | "alt">): string {
  const words = alt?.replace(/[[\]\\]/g, "");
  return words ? `![${words}](${picturePath(number)})` : `![](${picturePath(number)} "decorative")`;
}

/** What the field of a cover holds for a picture: "picture-7". */
export const coverOf = (number: number) => `picture-${number}`;

/** The number of a cover; null for another one. */
export function coverNumber(cover: string | null | undefined): number | null {
  const [, number] = /^picture-([1-9]\d{0,8})$/.exec(cover ?? "") ?? [];
  return number ? Number(number) : null;
}

/** The addresses of its files, which browsers may keep for good. */
export function filesOf({ number, key, widths }: SitePicture) {
  const file = (name: string) => `${picturePath(number)}/${key}/${name}`;
  const set = (format: string) => widths.map((width) => `${file(`${width}.${format}`)} ${width}w`).join(", ");
  const src = file(`${widths.at(-1)}.webp`);
  return { avif: set("avif"), webp: set("webp"), src, share: file("share.jpeg") };
}

/** The numbers of the pictures that a text shows. */
export function numbersIn(node: TextTree | TextNode): number[] {
  if (node.type === "element" && node.tagName === "img") return numberOf(node);
  return "children" in node ? node.children.flatMap((child) => numbersIn(child)) : [];
}

function numberOf({ properties: { src } }: Element): number[] {
  const [, number] = PICTURE_ADDRESS.exec(String(src)) ?? [];
  return number ? [Number(number)] : [];
}

/** How wide a picture is shown in a text of a page. */
const SIZES = "(min-width: 44rem) 39rem, 92vw";

/** The text with its pictures in all their sizes. One that is not there is left out. */
export function withPictures(tree: TextTree, pictures: ReadonlyMap<number, SitePicture>): TextTree {
  const draw = <Node extends TextNode>(node: Node): Node | Element | null => {
    if (node.type !== "element") return node;
    if (node.tagName !== "img") {
      const children = node.children.flatMap((child) => draw(child) ?? []);
      return { ...node, children };
    }
    const [number = 0] = numberOf(node);
    const picture = pictures.get(number);
    return picture ? elementOf(picture, String(node.properties.alt ?? "")) : null;
  };
  return { ...tree, children: tree.children.flatMap((node) => draw(node) ?? []) };
}

function elementOf(picture: SitePicture, alt: string): Element {
  const { avif, webp, src } = filesOf(picture);
  const { width, height } = picture;
  const source = (format: string, srcSet: string) =>
    element("source", { type: `image/${format}`, srcSet, sizes: SIZES });
  return element("picture", {}, [
    source("avif", avif),
    source("webp", webp),
    element("img", { src, alt, width, height, loading: "lazy", decoding: "async" }),
  ]);
}

function element(
  tagName: string,
  properties: Element["properties"],
  children: ElementContent[] = [],
): Element {
  return { type: "element", tagName, properties, children };
}
