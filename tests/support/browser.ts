import { readActor } from "~/platform/auth/actor.server";
import type { RequestAuth } from "~/platform/auth/request-auth.server";
import type { UserCtx } from "~/platform/context.server";
import type { testWorld } from "./ctx";

type World = Pick<Awaited<ReturnType<typeof testWorld>>, "ctx" | "site">;

/** A browser for the verbs that sign in and out: it stores their cookies and sends them next time. */
export function testBrowser({ ctx, site }: World, userAgent = "Firefox/145.0") {
  const jar = new Map<string, string>();

  /** The next request's sign-in and sign-out. */
  const auth = (): RequestAuth => {
    const Cookie = [...jar].map((pair) => pair.join("=")).join("; ");
    return ctx().auth.forRequest(site.origin, new Headers({ Cookie, "User-Agent": userAgent }), (cookie) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === "" || /max-age=0/i.test(cookie)) jar.delete(name);
      else jar.set(name, value);
    });
  };

  /** The signed-in user of the next request, as the gate sees it; null if there is none. */
  async function user(): Promise<UserCtx | null> {
    const session = await auth().session();
    const base = ctx();
    const actor = session && (await readActor(base.db, base.log, session.id));
    return actor && { ...base, actor };
  }

  return {
    jar,
    auth,
    /** Creates an account and signs it in. */
    async signUp(email: string, password: string) {
      const visitor = auth();
      const asked = await visitor.signUp({ email, password, name: "Ada Lovelace" });
      if (!asked.ok) throw new Error(asked.code);
      const entry = await visitor.signIn({ email, password });
      if (!entry.ok) throw new Error(entry.code);
      visitor.accept(entry);
      return asked.value.user.id;
    },
    user,
    /** The signed-in user; throws if there is none. */
    async signedIn(): Promise<UserCtx> {
      const found = await user();
      if (!found) throw new Error("Nobody is signed in");
      return found;
    },
  };
}
