import http from "node:http";
import https from "node:https";
import { connect } from "node:tls";
import { askForProof } from "~/platform/http/site-proof.server";
import {
  type Answer,
  type Certificate,
  checkAnswer,
  checkCertificate,
  checkOrigin,
  checkProxy,
  checkRedirect,
  type Plain,
  publicHost,
} from "../address";
import type { Finding } from "../check";
import { type CheckKind, type LimitedWorld, shared } from "./define.server";

/** Bytes of an answer that are read. */
const MAX_ANSWER = 4096;

/** The host of ORIGIN, and the port of the process behind it. */
type Place = { host: string; port: number; url: URL };

/** Checks of the address, its certificate and its proxy. They connect to ORIGIN only, and only if it is a public name. */
export function addressChecks(world: LimitedWorld): CheckKind[] {
  const { site } = world;
  const host = publicHost(site.origin);
  const place: Place | null =
    host && site.origin ? { host, port: site.port, url: new URL(site.origin) } : null;
  const answer = shared(async () => (place ? askOrigin(world, place.url) : null));
  const group = "address" as const;
  const atHost = (look: (place: Place) => Promise<Finding | null>) => async () => place && look(place);
  return [
    { id: "origin", group, title: "Address of the site", look: async () => checkOrigin(site) },
    {
      id: "answer",
      group,
      title: "The address leads here",
      look: atHost(async (at) => checkAnswer(at, (await answer()) ?? { who: "nobody", code: "" })),
    },
    {
      id: "certificate",
      group,
      title: "Certificate (TLS)",
      look: atHost(async ({ host, url }) =>
        url.protocol === "https:" ? checkCertificate(host, await readCertificate(world, url)) : null,
      ),
    },
    {
      id: "redirect",
      group,
      title: "Redirect from http",
      look: atHost(async (at) => checkRedirect(at.host, await askPlain(world, at.host))),
    },
    {
      id: "proxy",
      group,
      title: "Who visitors are",
      look: async () => checkProxy({ trusted: site.trustsProxy }, await answer()),
    },
  ];
}

type Outwards = Pick<LimitedWorld, "outside" | "signal">;

/** Reads the certificate at an address, also one that browsers refuse. */
export function readCertificate(
  { outside, signal, clock }: Outwards & Pick<LimitedWorld, "clock">,
  { hostname, port }: URL,
): Promise<Certificate> {
  return new Promise((resolve, reject) => {
    const { lookup, ca } = outside ?? {};
    const socket = connect({
      host: hostname,
      port: Number(port || 443),
      servername: hostname,
      rejectUnauthorized: false,
      ...(lookup && { lookup }),
      ...(ca && { ca }),
    });
    signal.addEventListener("abort", () => socket.destroy(signal.reason));
    socket.once("error", reject);
    socket.once("secureConnect", () => {
      const { valid_to, subjectaltname = "" } = socket.getPeerCertificate();
      const left = (Date.parse(valid_to) - clock().epochMilliseconds) / 86_400_000;
      const problem = socket.authorized ? null : codeOf(socket.authorizationError);
      socket.destroy();
      const names = subjectaltname.replaceAll("DNS:", "");
      resolve({ problem, days_left: Math.max(0, Math.floor(left)), names });
    });
  });
}

/** Asks ORIGIN who it is. The certificate doesn't matter here: the answer is signed. */
export async function askOrigin(
  { outside, signal, links }: Outwards & Pick<LimitedWorld, "links">,
  origin: URL,
): Promise<Answer> {
  const proof = askForProof(links);
  const { request } = origin.protocol === "https:" ? https : http;
  try {
    const { status, text } = await ask(
      request(new URL(proof.path, origin), {
        agent: false,
        rejectUnauthorized: false,
        signal,
        ...(outside?.lookup && { lookup: outside.lookup }),
      }),
    );
    const proven = proof.read(text);
    return proven ? { who: "this site", ...proven } : { who: "another", status };
  } catch (error) {
    return { who: "nobody", code: codeOf(error) };
  }
}

/** Asks for the start page over plain http, and follows no redirect. */
export async function askPlain({ outside, signal }: Outwards, host: string): Promise<Plain> {
  const { lookup, plainPort } = outside ?? {};
  const address = { host, port: plainPort ?? 80, path: "/", headers: { Host: host } };
  try {
    const { status, location } = await ask(
      http.request({ ...address, agent: false, signal, ...(lookup && { lookup }) }),
    );
    return { status, location };
  } catch (error) {
    return { code: codeOf(error) };
  }
}

/** Sends a request and reads the beginning of its answer. */
function ask(
  request: http.ClientRequest,
): Promise<{ status: number; location: string | null; text: string }> {
  return new Promise((resolve, reject) => {
    request.once("error", reject);
    request.once("response", async (response) => {
      const chunks: Buffer[] = [];
      try {
        for await (const chunk of response) {
          chunks.push(chunk);
          if (chunks.reduce((sum, { length }) => sum + length, 0) > MAX_ANSWER) break;
        }
        const { statusCode = 0, headers } = response;
        const text = Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString("utf8");
        resolve({ status: statusCode, location: headers.location ?? null, text });
      } catch (error) {
        reject(error);
      } finally {
        response.destroy();
      }
    });
    request.end();
  });
}

function codeOf(error: unknown): string {
  if (typeof error === "string") return error;
  const { code, name } = (error ?? {}) as { code?: string; name?: string };
  return code ?? name ?? "no answer";
}
