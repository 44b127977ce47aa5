import { readFileSync } from "node:fs";
import sharp from "sharp";
import type { Plugin } from "vite";

const LOGO = "public/favicon.svg";
const PAPER = "#fbfaf6";

/** `fill`: how much of the width the leaves take; what a maskable icon's edge shows may be cut off. */
const ICONS = {
  "apple-touch-icon.png": { size: 180, fill: 0.72, ground: PAPER },
  "icons/192.png": { size: 192, fill: 1, ground: "transparent" },
  "icons/512.png": { size: 512, fill: 1, ground: "transparent" },
  "icons/maskable.png": { size: 512, fill: 0.56, ground: PAPER },
};

/** The logo as the pictures that home screens and search engines want, at fixed addresses. */
export function icons(): Plugin {
  return {
    name: "icons",
    applyToEnvironment: ({ name }) => name === "client",
    async generateBundle() {
      for (const fileName of names) this.emitFile({ type: "asset", fileName, source: await draw(fileName) });
    },
    configureServer({ middlewares }) {
      middlewares.use(async (request, response, next) => {
        const asked = names.find((name) => request.url === `/${name}`);
        if (asked) response.setHeader("Content-Type", "image/png").end(await draw(asked));
        else next();
      });
    },
  };
}

const names = Object.keys(ICONS) as (keyof typeof ICONS)[];

function draw(name: keyof typeof ICONS): Promise<Buffer> {
  const { size, fill, ground } = ICONS[name];
  const width = Math.round(size * fill);
  return logo(width).then((leaves) =>
    sharp({ create: { width: size, height: size, channels: 4, background: ground } })
      .composite([{ input: leaves, gravity: "centre" }])
      .png({ palette: true, compressionLevel: 9 })
      .toBuffer(),
  );
}

/** The leaves as they look by day, `width` pixels wide. */
export function logo(width: number): Promise<Buffer> {
  const svg = readFileSync(LOGO, "utf8").replace(/<style>[\s\S]*<\/style>/, "");
  return sharp(Buffer.from(svg), { density: Math.ceil((72 * width) / 32) })
    .resize(width, width)
    .png()
    .toBuffer();
}
