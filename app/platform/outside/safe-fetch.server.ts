import http from "node:http";
import https from "node:https";
import { isIP, type LookupFunction } from "node:net";
import { describeConnectionError } from "~/platform/database/connection-error.server";
import { checkedLookup, isPublicAddress, privateRefusal, type ResolveName } from "./public-address.server";

/** A response: its status, and the beginning of its body. */
export type SafeFetchAnswer = { status: number; text: string };

/** Posts to a public address. Throws an Error whose message says in plain words why there is no response. */
export type SafeFetch = (
  address: string,
  message: { headers: Record<string, string>; body: string | Buffer },
) => Promise<SafeFetchAnswer>;

type Options = {
  /** For tests: allows this machine and plain http. */
  anywhere?: boolean;
  timeoutMs?: number;
  resolve?: ResolveName;
};

const TIMEOUT_MS = 10_000;
/** Bytes of a response that are read. */
const MAX_ANSWER = 4096;

/**
 * Makes a POST for addresses that people enter. It resolves the name, requires all addresses to be public, and connects to
 * a checked one, so the name can't change in between. It follows no redirects.
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

type Request = Parameters<SafeFetch>[1] & { lookup: LookupFunction; signal: AbortSignal };

function post(url: URL, { headers, body, lookup, signal }: Request): Promise<SafeFetchAnswer> {
  return new Promise((resolve, reject) => {
    const { request } = url.protocol === "https:" ? https : http;
    const length = String(Buffer.byteLength(body));
    const options = {
      method: "POST",
      headers: { ...headers, "Content-Length": length },
      agent: false,
    } as const;
    let answered = false; // errors after the status line don't matter
    request(url, { ...options, lookup, signal }, async (response) => {
      answered = true;
      resolve({ status: response.statusCode ?? 0, text: await beginningOf(response) });
    })
      .on("error", (error) => answered || reject(error))
      .end(body);
  });
}

/** Reads up to the limit, then closes the connection. */
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
    // the status is known already
  } finally {
    response.destroy();
  }
  return Buffer.concat(chunks).subarray(0, MAX_ANSWER).toString("utf8");
}

function reasonOf(error: unknown, host: string): string {
  const { code, message } = error as NodeJS.ErrnoException;
  return describeConnectionError(error, host) ?? (message || String(code ?? "No connection."));
}
