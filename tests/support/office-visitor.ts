import { ORIGIN, type testApp, visibleText } from "./app";
import { signedIn } from "./sign-in";

type Site = Awaited<ReturnType<typeof testApp>>;

/** Amira of the office, as soon as `signIn` is through: sees its pages, and sends its forms as browsers do without script. */
export function officeVisitor(site: Site) {
  let amiras = "";
  return {
    async signIn() {
      ({ cookie: amiras } = await signedIn(site, { role: "admin", first_name: "Amira" }));
    },
    async page(address: string) {
      const response = await site.get(address, { Cookie: amiras });
      const html = await response.text();
      return { status: response.status, html, text: visibleText(html), headers: response.headers };
    },
    /** As Amira, or whoever the cookie says. */
    async post(address: string, form: Record<string, string>, cookie = amiras) {
      const request = { method: "POST", headers: { Cookie: cookie }, body: new URLSearchParams(form) };
      const response = await site.app.request(new Request(ORIGIN + address, request));
      return { response, status: response.status, text: visibleText(await response.text()) };
    },
  };
}
