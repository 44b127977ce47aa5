import { decodeJson } from "~/lib/base64url";
import type { ToastMessage } from "~/lib/toast-message";
import { ORIGIN, type testApp } from "./app";

type Site = Pick<Awaited<ReturnType<typeof testApp>>, "app">;

/** A browser without script: it stores cookies and follows no redirect by itself. */
export function visitor({ app }: Site) {
  const jar = new Map<string, string>();

  async function ask(path: string, init: RequestInit = {}): Promise<Response> {
    const headers = new Headers(init.headers);
    if (jar.size > 0) headers.set("Cookie", [...jar].map((pair) => pair.join("=")).join("; "));
    const response = await app.request(new Request(ORIGIN + path, { ...init, headers }));
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (/;\s*max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    }
    return response;
  }

  return {
    jar,
    get: (path: string) => ask(path),
    /** Sends a form as browsers do. */
    send: (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
      ask(path, {
        method: "POST",
        headers: { Origin: ORIGIN, ...headers },
        body: new URLSearchParams(fields),
      }),
    /** Whether the site's header greets a customer. */
    async isSignedIn(): Promise<boolean> {
      const html = await (await ask("/")).text();
      return html.includes('href="/profile"');
    },
  };
}

/** The toast that a response leaves for the next page. */
export function toastOf(response: Response): ToastMessage | null {
  const cookies = response.headers.getSetCookie().map((cookie) => /^wb_toast=([^;]+)/.exec(cookie)?.[1]);
  const value = cookies.findLast(Boolean);
  return value === undefined ? null : (decodeJson(value) as ToastMessage);
}

/** The errors under a page's fields, by field name; and the fields' values. */
export function fieldsOf(html: string): Record<string, { error: string | undefined; value: string }> {
  const inputs = [...html.matchAll(/<input\b(?:"[^"]*"|[^>"])*>/g)].map(([tag]) => tag);
  const attribute = (tag: string, name: string) => new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1];
  return Object.fromEntries(
    inputs.flatMap((tag) => {
      const [name, id] = [attribute(tag, "name"), attribute(tag, "id")];
      if (!name || !id) return [];
      const error = new RegExp(`id="${id}-error"(?:"[^"]*"|[^>"])*>([\\s\\S]*?)</p>`).exec(html)?.[1];
      const value = attribute(tag, "type") === "checkbox" ? /\schecked=/.test(tag) && "on" : undefined;
      return [
        [
          name,
          {
            error: error?.replace(/<(?:"[^"]*"|[^>"])*>/g, "").trim(),
            value: decoded(value === undefined ? (attribute(tag, "value") ?? "") : value || ""),
          },
        ],
      ];
    }),
  );
}

function decoded(text: string): string {
  const signs: Record<string, string> = { amp: "&", lt: "<", gt: ">", quot: '"', "#x27": "'" };
  return text.replace(/&(amp|lt|gt|quot|#x27);/g, (_entity, name: string) => signs[name] ?? "");
}
