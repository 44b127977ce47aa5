import { ORIGIN, type testApp, visibleText } from "./app";
import { signedIn } from "./sign-in";

type Site = Awaited<ReturnType<typeof testApp>>;

/** Amira of the office, as soon as `signIn` is through: sees its pages, and sends its forms as browsers do without script. */
export function officeVisitor(site: Site) {
  let amiras = "";
  return {
    async signIn() {
      const amira = await signedIn(site, { role: "admin", first_name: "Amira" });
      amiras = amira.cookie;
      return amira;
    },
    page: async (address: string) => answer(await site.get(address, { Cookie: amiras })),
    /** As Amira, or whoever the cookie says. */
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
