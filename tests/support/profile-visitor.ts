import { ORIGIN, type testApp, visibleText } from "./app";
import { signedIn } from "./sign-in";
import { toastOf } from "./visitor";

type App = Awaited<ReturnType<typeof testApp>>;

/** A new signed-in customer who uses /profile as a browser without script does. */
export async function profileVisitor(app: App, who: Parameters<typeof signedIn>[1] = {}) {
  const { id, email, cookie } = await signedIn(app, who);
  return {
    id,
    email,
    see: async (query = "") => answer(await app.get(`/profile${query}`, { Cookie: cookie })),
    send: async (intent: string, fields: Record<string, string> = {}, query = "") => {
      const body = new URLSearchParams({ intent, ...fields });
      const post = { method: "POST", headers: { Cookie: cookie }, body };
      return answer(await app.app.request(new Request(`${ORIGIN}/profile${query}`, post)));
    },
  };
}

async function answer(response: Response) {
  const html = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    location: response.headers.get("Location"),
    html,
    text: visibleText(html),
    toast: toastOf(response),
  };
}

/** The value of a hidden field in a page. */
export function hiddenField(html: string, name: string): string {
  const [input = ""] = new RegExp(`<input(?=[^>]*type="hidden")[^>]*name="${name}"[^>]*>`).exec(html) ?? [];
  return /value="([^"]*)"/.exec(input)?.[1] ?? "";
}
