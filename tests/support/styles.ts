import { globSync, readFileSync } from "node:fs";

const CLASS_IN_SHEET = /\.((?:\\.|[\w-])+)/g;

/** The two built style sheets, with the classes of each. */
const sheets = new Map(
  globSync("build/client/assets/{site,office}-*.css").map((file) => {
    const classes = [...readFileSync(file, "utf8").matchAll(CLASS_IN_SHEET)].map(([, name = ""]) =>
      name.replaceAll("\\", ""),
    );
    return [`/${file.split("client/")[1]}`, new Set(classes)];
  }),
);
const styled = new Set([...sheets.values()].flatMap((classes) => [...classes]));

/**
 * Fails if a page shows a class that only the other style sheet has: the class's module was not found from the page's
 * route.
 */
export async function expectOwnStyle({ url }: Request, answer: Response): Promise<void> {
  const isPage = answer.headers.get("Content-Type")?.startsWith("text/html");
  if (!isPage || answer.headers.has("Content-Encoding")) return;
  const html = await answer.clone().text();
  const [, sheet = ""] = /<link rel="stylesheet" href="([^"]+)"/.exec(html) ?? [];
  const own = sheets.get(sheet);
  if (!own) return; // an email, or an error page
  const names = [...html.matchAll(/ class="([^"]*)"/g)].flatMap(([, names = ""]) => names.split(/\s+/));
  const bare = names.map(unescaped).find((name) => styled.has(name) && !own.has(name));
  if (bare) throw new Error(`${new URL(url).pathname}: the class ${bare} is not in ${sheet}`);
}

function unescaped(text: string): string {
  return text.replaceAll("&amp;", "&").replaceAll("&gt;", ">").replaceAll("&lt;", "<");
}
