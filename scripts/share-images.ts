import { globSync, readFileSync } from "node:fs";
import type { ReactNode } from "react";
import satori from "satori";
import sharp from "sharp";
import { articleOf } from "../app/features/content/blog/article.ts";
import { readMarkdown } from "../app/lib/markdown.ts";
import type { Asset } from "./asset.ts";
import { ALL_CHARACTERS, fontInputs, fonts, slimFont } from "./fonts.ts";

/** What a picture for sharing says of a company of any name; `scene` is one of app/assets/art. */
type Card = { name: string; above: string; title: string; scene: string };

const WIDTH = 1200;
const HEIGHT = 630;
const SCENE = 560;
const DISPLAY = { ...fonts.fraunces, format: "truetype", characters: ALL_CHARACTERS } as const;
const TEXT = { ...fonts.figtree, weights: 600, format: "truetype", characters: ALL_CHARACTERS } as const;
const SCENES = [
  "blog-home-tips",
  "about-supplies",
  "service-commercial",
  "service-exterior",
  "service-regular",
  "hero-living-room",
];

/** Pictures that stand for the site ("share-site") and for each article ("share-blog-1") where their addresses are shared. */
export function shareImageAssets(): Asset[] {
  const source = readFileSync(import.meta.filename, "utf8").replace(/^import .*$/gm, ""); // what it imports may move
  return cards().map((card) => ({
    file: `app/assets/made/share-${card.name}.jpg`,
    inputs: [
      source,
      JSON.stringify(card),
      readFileSync(sceneOf(card)),
      ...fontInputs(DISPLAY),
      ...fontInputs(TEXT),
    ],
    make: () => draw(card),
  }));
}

function cards(): Card[] {
  const articles = globSync("content/blog/*.md").map((file) =>
    articleOf(readMarkdown(readFileSync(file, "utf8"))),
  );
  return [
    {
      name: "site",
      above: "Homes and offices",
      title: "Careful cleaning, booked in two minutes",
      scene: "hero-living-room",
    },
    ...articles.map(({ id, category, title }) => ({
      name: `blog-${id}`,
      above: category,
      title,
      scene: SCENES[(id - 1) % SCENES.length] ?? "hero-living-room",
    })),
  ];
}

async function draw(card: Card): Promise<Buffer> {
  const svg = await satori(words(card) as unknown as ReactNode, {
    width: WIDTH,
    height: HEIGHT,
    fonts: [
      { name: "Fraunces", data: Buffer.from(await slimFont(DISPLAY)), weight: 400 },
      { name: "Figtree", data: Buffer.from(await slimFont(TEXT)), weight: 400 },
    ],
  });
  return sharp({ create: { width: WIDTH, height: HEIGHT, channels: 4, background: "#fbfaf6" } })
    .composite([
      { input: await dissolving(readFileSync(sceneOf(card))), left: WIDTH - SCENE, top: 0 },
      { input: Buffer.from(svg), left: 0, top: 0 },
    ])
    .flatten()
    .jpeg({ quality: 84, chromaSubsampling: "4:4:4", mozjpeg: true })
    .toBuffer();
}

function sceneOf({ scene }: Card): string {
  return `app/assets/art/${scene}.webp`;
}

/** The scene on the right, which dissolves into the ground as morning light does. */
function dissolving(scene: Buffer): Promise<Buffer> {
  const veil = `<svg xmlns="http://www.w3.org/2000/svg" width="${SCENE}" height="${HEIGHT}"><defs>
    <linearGradient id="veil"><stop offset="0" stop-opacity="0"/><stop offset="0.18" stop-opacity="0.28"/>
    <stop offset="0.42" stop-opacity="0.92"/><stop offset="0.55"/></linearGradient></defs>
    <rect width="100%" height="100%" fill="url(#veil)"/></svg>`;
  return sharp(scene)
    .resize(SCENE, HEIGHT, { fit: "cover", position: "attention" })
    .ensureAlpha()
    .composite([{ input: Buffer.from(veil), blend: "dest-in" }])
    .png()
    .toBuffer();
}

type Element = { type: "div"; props: { style: Record<string, string | number>; children?: unknown } };

function box(style: Record<string, string | number>, ...children: (string | Element)[]): Element {
  return { type: "div", props: { style: { display: "flex", ...style }, children } };
}

function words({ above, title }: Card): Element {
  const size = title.length > 34 ? 58 : 66;
  return box(
    {
      boxSizing: "border-box",
      width: WIDTH,
      height: HEIGHT,
      padding: "64px 72px",
      flexDirection: "column",
      color: "#17251f",
    },
    box({ marginTop: "auto", fontFamily: "Figtree", fontSize: 27, color: "#2e634c" }, above),
    box(
      {
        marginTop: 14,
        width: 610,
        textWrap: "balance",
        fontFamily: "Fraunces",
        fontSize: size,
        lineHeight: 1.1,
        letterSpacing: -1.4,
      },
      title,
    ),
    box({ marginTop: "auto", height: 6 }, ...lenticels()),
  );
}

/** The mark of the house: short dashes of uneven length. */
function lenticels(): Element[] {
  return [44, 12, 76, 28, 6, 56, 20, 36, 10].map((width) =>
    box({ width, height: 6, marginRight: 18, borderRadius: 3, background: "#437c62" }),
  );
}
