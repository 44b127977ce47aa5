import { cpuSeconds, memoryMb, type Running } from "./server.ts";
import { type Load, wrk } from "./wrk.ts";

const CONNECTIONS = 8;
const SECONDS = 5;
/** Requests made before measuring, because Node compiles frequent code. */
const WARM_UP_SECONDS = 10;

export type FreshPage = Load & { path: string; cpuMs: number; memoryMb: number };

/** Pages that are rendered for a signed-in customer of the demo company. */
export async function benchFresh(site: Running): Promise<FreshPage[]> {
  const [, email, password] = /Demo customer: (\S+), password (\S+)/.exec(site.output()) ?? [];
  const Cookie = await signIn(site.origin, { email: email ?? "", password: password ?? "" });
  const pages: FreshPage[] = [];
  for (const path of ["/profile", "/book"]) {
    const url = site.origin + path;
    const headers = { Cookie, "Accept-Encoding": "br" };
    await wrk(url, { connections: CONNECTIONS, seconds: WARM_UP_SECONDS, headers });
    const before = cpuSeconds(site.child.pid);
    const load = await wrk(url, { connections: CONNECTIONS, seconds: SECONDS, headers });
    const cpuMs = ((cpuSeconds(site.child.pid) - before) / (load.perSecond * SECONDS)) * 1000;
    pages.push({ path, ...load, cpuMs, memoryMb: memoryMb(site.child.pid) });
  }
  return pages;
}

/** The cookies of a signed-in customer. */
export async function signIn(origin: string, who: { email: string; password: string }): Promise<string> {
  const body = new URLSearchParams(who);
  const answer = await fetch(`${origin}/login`, { method: "POST", body, redirect: "manual" });
  if (answer.status !== 303) throw new Error(`${who.email} could not sign in: ${answer.status}`);
  return answer.headers
    .getSetCookie()
    .map((cookie) => cookie.split(";")[0] ?? "")
    .filter((cookie) => !cookie.startsWith("wb_toast=")) // the toast is shown once
    .join("; ");
}
