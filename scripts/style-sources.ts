import { readFileSync } from "node:fs";
import path from "node:path";
import type { RouteConfigEntry } from "@react-router/dev/routes";
import { type Plugin, parseSync } from "vite";
import routes from "../app/routes.ts";

const APP = path.resolve(import.meta.dirname, "../app");
const OFFICE = "routes/admin/layout.tsx";

type Resolve = (specifier: string, importer: string) => Promise<{ id: string } | null>;

/**
 * Two style sheets, each with the classes of its own pages only: `app/office.css` for the office, `app/site.css` for the
 * rest. The classes are found by following imports from the routes. In development both have all classes.
 */
export function styleSources(): Plugin {
  let isBuild = true;
  return {
    name: "style-sources",
    enforce: "pre",
    configResolved({ command }) {
      isBuild = command === "build";
    },
    transform: {
      filter: { id: /\/app\/(?:site|office)\.css(?:$|\?(?!url\b))/ },
      async handler(css, id) {
        const isOffice = path.basename(id).startsWith("office");
        const sources = isBuild ? await modulesOf(isOffice, (...asked) => this.resolve(...asked)) : [APP];
        const lines = sources.map((source) => `@source "./${path.relative(APP, source)}";`);
        return { code: [css, ...lines].join("\n"), map: null };
      },
    },
  };
}

/** The app's files that the office's pages, or all others, consist of, without server files. */
async function modulesOf(isOffice: boolean, resolve: Resolve): Promise<string[]> {
  const pages = (await routes).filter(({ file }) => (file === OFFICE) === isOffice);
  const files = new Set(["root.tsx", ...pages.flatMap(filesOf)].map((file) => path.join(APP, file)));
  for (const file of files) {
    if (!/\.[jt]sx?$/.test(file)) continue;
    for (const specifier of importsOf(file)) {
      const [found] = (await resolve(specifier, file))?.id.split("?") ?? [];
      if (found?.startsWith(`${APP}/`)) files.add(found);
    }
  }
  return [...files];
}

function filesOf({ file, children = [] }: RouteConfigEntry): string[] {
  return [file, ...children.flatMap(filesOf)];
}

/** The app's files that a file imports, except for types. */
function importsOf(file: string): string[] {
  const source = readFileSync(file, "utf8");
  const { staticImports, staticExports, dynamicImports } = parseSync(file, source).module;
  const specifiers = [
    ...staticImports
      .filter(({ entries }) => entries.length === 0 || entries.some(({ isType }) => !isType))
      .map(({ moduleRequest }) => moduleRequest.value),
    ...staticExports.flatMap(({ entries }) => entries.map(({ moduleRequest }) => moduleRequest?.value ?? "")),
    ...dynamicImports.map(({ moduleRequest: { start, end } }) => source.slice(start + 1, end - 1)),
  ];
  return specifiers.filter((name) => /^[~.]/.test(name) && !/\.server$|\/\+types\//.test(name));
}
