import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { describeConnectionError } from "./connection-error.server";
import { checkedLookup, isPublicAddress, privateRefusal, type ResolveName } from "./public-address.server";

/** What another program answered: its status, and the beginning of what it said. */
export type SafeFetchAnswer = { status: number; text: string };

/** Posts to an address of the public Internet; throws an Error whose message says in plain words why there is no answer. */
export type SafeFetch = (
  address: string,
  message: { headers: Record<string, string>; body: string },
) => Promise<SafeFetchAnswer>;

type Options = {
  /** For tests: also to this machine, and without encryption. */
  anywhere?: boolean;
  timeoutMs?: number;
  resolve?: ResolveName;
};

const TIMEOUT_MS = 10_000;
/** More of an answer is not read. */
const MAX_ANSWER = 4096;

/**
 * Makes a POST for addresses that people type in. It resolves the name, checks each of its addresses, and connects to the
 * address that was checked, so that the name can't point elsewhere a moment later. It follows no redirects.
 */
export function openSafeFetch({
  anywhere = false,
  timeoutMs = TIMEOUT_MS,
  resolve,
}: Options = {}): SafeFetch {
  const mayGo = (address: string) => anywhere || isPublicAddress(address);
  const lookup = checkedLookup(mayGo, resolve);

  return async (address, { headers, body }) => {
    const url = new URL(address);
    const host = url.hostname.replace(/^\[|\]$/g, "");
    if (url.protocol !== "https:" && !(anywhere && url.protocol === "http:"))
      throw new Error("Only https addresses are allowed.");
    if (isIP(host) && !mayGo(host)) throw privateRefusal();
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      return await post(url, { headers, body, lookup, signal });
    } catch (error) {
      if (signal.aborted) throw new Error(`No response within ${timeoutMs / 1000} seconds.`);
      throw new Error(reasonOf(error, host));
    }
  };
}

type Request = { headers: Record<string, string>; body: string; lookup: LookupFunction; signal: AbortSignal };

function post(url: URL, { headers, body, lookup, signal }: Request): Promise<SafeFetchAnswer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const length = String(Buffer.byteLength(body));
    const options = {
      method: "POST",
      headers: { ...headers, "Content-Length": length },
      agent: false,
    } as const;
    let answered = false; // what goes wrong after the first line of the answer doesn't matter any more
    request(url, { ...options, lookup, signal }, async (response) => {
      answered = true;
      resolve({ status: response.statusCode ?? 0, text: await beginningOf(response) });
    })
      .on("error", (error) => answered || reject(error))
      .end(body);
  });
}

/** As much as is kept; the rest, or one that never ends, is cut off with the connection. */
async function beginningOf(response: http.IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  let length = 0;
  try {
    for await (const chunk of response) {
      chunks.push(chunk);
      length += chunk.length;
      if (length >= MAX_ANSWER) break;
    }
  } catch {
    // its status was told already
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString("utf8");
}

function reasonOf(error: unknown, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return describeConnectionError(error, host) ?? (message || String(code ?? "No connection."));
}
