import { TOKEN_FIELD } from "~/lib/spam-fields";
import type { testApp } from "./app";
import { visitor } from "./visitor";

type Site = Pick<Awaited<ReturnType<typeof testApp>>, "app" | "clock">;

/** A visitor who opens a page with a public form, takes the time to fill it in, and sends it. */
export function writer(site: Site) {
  const browser = visitor(site);

  /** The form's token in the page. */
  const tokenOf = (html: string) => new RegExp(`name="${TOKEN_FIELD}" value="([^"]+)"`).exec(html)?.[1] ?? "";

  return {
    ...browser,
    tokenOf,
    async open(path: string, { seconds = 5 } = {}): Promise<string> {
      const token = tokenOf(await (await browser.get(path)).text());
      site.clock.advance({ seconds });
      return token;
    },
    /** Opens the page, waits, and sends the form. */
    async fillIn(path: string, fields: Record<string, string>): Promise<Response> {
      return browser.send(path, { [TOKEN_FIELD]: await this.open(path), ...fields });
    },
  };
}
