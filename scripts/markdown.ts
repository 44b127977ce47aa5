import type { Root } from "hast";
import rehypeSlug from "rehype-slug";
import remarkGfm from "remark-gfm";
import remarkParse from "remark-parse";
import remarkRehype from "remark-rehype";
import remarkSmartypants from "remark-smartypants";
import { unified } from "unified";
import type { Plugin } from "vite";
import { parse } from "yaml";

/** A Markdown file: its front matter, and its text as a tree of HTML elements. */
export type MarkdownFile = { data: unknown; text: Root };

const FRONT_MATTER = /^---\r?\n([\s\S]*?)\r?\n---\r?\n/;
const toTree = unified()
  .use(remarkParse)
  .use(remarkGfm)
  .use(remarkSmartypants)
  .use(remarkRehype)
  .use(rehypeSlug);

export function readMarkdown(source: string): MarkdownFile {
  const [head = "", front = ""] = FRONT_MATTER.exec(source) ?? [];
  const text = toTree.runSync(toTree.parse(source.slice(head.length)));
  return { data: parse(front), text: withoutPlaces(text) };
}

/** Positions in the file are of no use to readers. */
function withoutPlaces(tree: Root): Root {
  return JSON.parse(JSON.stringify(tree, (key, value) => (key === "position" ? undefined : value)));
}

/**
 * Lets code import Markdown. Texts are parsed at build time. `check` may refuse one or return a value made from it;
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
