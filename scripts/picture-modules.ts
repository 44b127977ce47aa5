import { globSync } from "node:fs";
import path from "node:path";
import type { Plugin } from "vite";

const MADE = path.resolve(import.meta.dirname, "../app/assets/made");

/**
 * `import picture from "~/assets/art/NAME.webp?picture"`: the attributes of `<picture>` for the files that
 * scripts/pictures.ts makes.
 */
export function pictures(): Plugin {
  return {
    name: "pictures",
    enforce: "pre",
    load: {
      filter: { id: /\/assets\/art\/[^/]+\.webp\?picture$/ },
      handler(id) {
        const files = filesOf(path.basename(id, ".webp?picture"));
        const widest = files.findLastIndex(({ format }) => format === "webp");
        const sources = ["avif", "webp"].map((wanted) => {
          const set = files.flatMap(({ format, w }, index) =>
            format === wanted ? `\${file${index}} ${w}w` : [],
          );
          return `${wanted}: \`${set.join(", ")}\``;
        });
        return [
          ...files.map(({ file }, index) => `import file${index} from ${JSON.stringify(`${file}?url`)};`),
          `const img = { src: file${widest}, w: ${files[widest]?.w}, h: ${files[widest]?.h} };`,
          `export default { sources: { ${sources.join(", ")} }, img };`,
        ].join("\n");
      },
    },
  };
}

/** The files of a scene, narrowest first. */
function filesOf(name: string) {
  return globSync(`${MADE}/${name}-*x*.{avif,webp}`)
    .map((file) => {
      const [, w, h, format] = /-(\d+)x(\d+)\.(\w+)$/.exec(file) ?? [];
      return { file, w: Number(w), h: Number(h), format };
    })
    .sort((a, b) => a.w - b.w);
}
