import { writeFile } from "node:fs/promises";
import path from "node:path";
import { brotliCompressSync, gzipSync } from "node:zlib";
import { reactRouter } from "@react-router/dev/vite";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig, type Plugin } from "vite";
import { articleOf } from "./app/features/content/blog/article.ts";
import { markdown } from "./scripts/markdown.ts";
import { pictures } from "./scripts/picture-modules.ts";
import { plainModules } from "./scripts/plain-modules.ts";
import { quickIcons } from "./scripts/quick-icons.ts";
import { styleSources } from "./scripts/style-sources.ts";

/** Kept out of the server's bundle: they load their own files (worker threads, native parts). */
const EXTERNAL = ["pg", "pino", "sharp"];

/** Few files instead of dozens, for pages that React takes over: each file costs a request and 700 bytes of headers. */
const CHUNKS = [
  { name: "react", test: /\/node_modules\/(react|react-dom|react-router|scheduler)\//, priority: 1 },
  {
    // What every page needs, and the phone app's page no more than that: its script is loaded in basements.
    name: "frame",
    test: new RegExp(
      [
        "/app/ui/(cx|action/(button|send-again)|art/logo-mark|form/(control-look|error-text|field|select-field|textarea-field)",
        "|list/badge|live/use-hydrated|page/(container|notice|phone-link))",
        "|/app/lib/wordmark\\.|/app/features/operations/settings/brand/brand\\.",
        "|/lucide-react/dist/esm/(Icon|createLucideIcon|defaultAttributes|shared",
        "|icons/(arrow-left|chevron-right|circle-alert|circle-check|cloud-off|info|map-pin|menu|message-square|phone|x)\\.)",
      ].join(""),
    ),
    priority: 0.5,
  },
  {
    name: "site",
    test: new RegExp(
      "/app/(ui|features/site/ui|lib/(money|postal-address)\\.|features/scheduling/(crews/week|crews/working|roads/area" +
        "|availability/(opening-hours|rhythm))\\.|features/operations/settings/fee-policy\\.)|/node_modules/lucide-react/",
    ),
    minShareCount: 2,
  },
];

export default defineConfig(({ command }) => ({
  plugins: [
    styleSources(), // before Tailwind reads them
    tailwindcss(),
    markdown({ folder: "/content/blog/", check: articleOf }),
    pictures(),
    plainModules(),
    quickIcons(),
    reactRouter(),
    compressed(),
  ],
  resolve: { tsconfigPaths: true },
  environments: {
    client: { build: { rollupOptions: { output: { codeSplitting: { groups: CHUNKS } } } } },
    ssr: {
      build: { rollupOptions: { input: "./server.ts", output: { chunkFileNames: "[name]-[hash].js" } } },
      resolve: {
        // React Router leaves this out without its own server, and packages then bring a slow stand-in for what Node has.
        conditions: ["node"],
        // Bundled, the server loads a dozen files instead of thousands (docs/decisions/005-one-bundle.md).
        ...(command === "build" && { noExternal: true, external: EXTERNAL }),
      },
    },
  },
  build: { assetsInlineLimit: 0 },
}));

/** What the browser gets is compressed once, here, beside the original. */
function compressed(): Plugin {
  return {
    name: "compressed",
    applyToEnvironment: ({ name }) => name === "client",
    async writeBundle({ dir = "" }, bundle) {
      for (const file of Object.values(bundle)) {
        if (!/\.(js|css|svg)$/.test(file.fileName)) continue;
        const bytes = Buffer.from(file.type === "chunk" ? file.code : file.source);
        const target = path.join(dir, file.fileName);
        await writeFile(`${target}.br`, brotliCompressSync(bytes));
        await writeFile(`${target}.gz`, gzipSync(bytes, { level: 9 }));
      }
    },
  };
}
