import { ORIGIN, type testApp, visibleText } from "./app";
import { signedIn } from "./sign-in";

type Site = Awaited<ReturnType<typeof testApp>>;

/** Amira, an administrator after `signIn`. Opens pages and sends forms as a browser without script does. */
export function officeVisitor(site: Site) {
  let amiras = "";
  return {
    async signIn() {
      const amira = await signedIn(site, { role: "admin", first_name: "Amira" });
      amiras = amira.cookie;
      return amira;
    },
    page: async (address: string) => answer(await site.get(address, { Cookie: amiras })),
    /** As Amira, or as the cookie says. */
    async post(address: string, form: Record<string, string>, cookie = amiras) {
      const request = { method: "POST", headers: { Cookie: cookie }, body: new URLSearchParams(form) };
      return answer(await site.app.request(new Request(ORIGIN + address, request)));
    },
  };
}

async function answer(response: Response) {
  const { status, headers } = response;
  const html = await response.text();
  return { response, status, headers, to: headers.get("Location"), html, text: visibleText(html) };
}
