import type { Plugin } from "vite";
import { type MarkdownFile, readMarkdown } from "../app/lib/markdown.ts";

/**
 * Lets code import Markdown. Texts that ship are parsed at build time. `check` may refuse one or return a value made from it;
 * `folder` is the part of the path that it applies to.
 */
export function markdown(...checks: { folder: string; check: (file: MarkdownFile) => unknown }[]): Plugin {
  return {
    name: "markdown",
    enforce: "pre",
    transform: {
      filter: { id: /\.md$/ },
      handler(source, id) {
        const file = readMarkdown(source);
        const checked = checks.find(({ folder }) => id.includes(folder));
        return {
          code: `export default ${JSON.stringify(checked ? checked.check(file) : file.text)}`,
          map: null,
        };
      },
    },
  };
}
