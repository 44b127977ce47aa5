import { request } from "node:http";
import { connect } from "node:net";
import { startNginx } from "./nginx.ts";
import { run } from "./server.ts";
import { isInstalled, type Load, wrk } from "./wrk.ts";

const SECONDS = 5;
const CONNECTIONS = 16;

/**
 * Responses per second to one request over kept-alive connections. All responses have the same length, so counting bytes is
 * enough, and the client takes far less time than the server.
 */
async function rate(origin: string, path: string, seconds = SECONDS): Promise<number> {
  const { port } = new URL(origin);
  const message = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAccept-Encoding: br\r\n\r\n`;
  const length = await answerLength(Number(port), message);
  const deadline = performance.now() + seconds * 1000;
  const counts = await Promise.all(
    Array.from({ length: CONNECTIONS }, () => countAnswers(Number(port), message, length, deadline)),
  );
  return counts.reduce((sum, count) => sum + count, 0) / seconds;
}

function answerLength(port: number, message: string): Promise<number> {
  return new Promise((resolve, reject) => {
    let text = "";
    const socket = connect(port, "127.0.0.1", () => socket.write(message));
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      text += chunk.toString("latin1");
      const head = text.indexOf("\r\n\r\n") + 4;
      const [, body] = /content-length: (\d+)/i.exec(text.slice(0, head)) ?? [];
      if (head < 4 || !body || text.length < head + Number(body)) return;
      socket.destroy();
      resolve(head + Number(body));
    });
  });
}

function countAnswers(port: number, message: string, length: number, deadline: number): Promise<number> {
  return new Promise((resolve, reject) => {
    let count = 0;
    let received = 0;
    const socket = connect(port, "127.0.0.1", () => socket.write(message));
    socket.on("error", reject);
    socket.on("data", (chunk) => {
      received += chunk.length;
      if (received < length) return;
      received -= length;
      count += 1;
      if (performance.now() < deadline) socket.write(message);
      else socket.destroy();
    });
    socket.on("close", () => resolve(count));
  });
}

/** The cached home page compared with a bare `node:http` server that sends the same bytes; the best of three runs each. */
export async function benchHome(site: string) {
  const page = await fetch(site, { headers: { "Accept-Encoding": "br" } });
  const headers = Object.fromEntries(
    [...page.headers].filter(([name]) => !["date", "connection", "keep-alive"].includes(name)),
  );
  const raw = Buffer.from(await rawBody(site));
  const bare = await run(["bench/bare-http.ts"], {
    BENCH_BODY: raw.toString("base64"),
    BENCH_HEADERS: JSON.stringify({ ...headers, "content-encoding": "br", "content-length": raw.length }),
  });
  const turns: { cached: number; bare: number }[] = [];
  await rate(site, "/", 1);
  await rate(bare.origin, "/", 1);
  for (let turn = 0; turn < 3; turn++) {
    turns.push({ cached: await rate(site, "/"), bare: await rate(bare.origin, "/") });
  }
  await bare.stop();
  const best = (key: "cached" | "bare") => Math.max(...turns.map((turn) => turn[key]));
  return { cached: best("cached"), bare: best("bare"), bytes: raw.length };
}

/**
 * The cached home page compared with nginx, which sends the same bytes from a file; 64 connections, measured by wrk, the
 * best of three runs each.
 */
export async function benchBesideNginx(site: string): Promise<{ site: Load; nginx: Load } | null> {
  if (!isInstalled("wrk", "-v") || !isInstalled("nginx", "-v")) return null;
  const page = await fetch(site, { headers: { "Accept-Encoding": "br" } });
  const nginx = await startNginx(Buffer.from(await rawBody(site)), {
    ...Object.fromEntries(page.headers),
    "content-encoding": "br",
  });
  const asked = { connections: 64, headers: { "Accept-Encoding": "br" } };
  const turns: { site: Load; nginx: Load }[] = [];
  try {
    for (const origin of [site, nginx.origin]) await wrk(`${origin}/`, { ...asked, seconds: 2 });
    for (let turn = 0; turn < 3; turn += 1) {
      turns.push({ site: await wrk(`${site}/`, asked), nginx: await wrk(`${nginx.origin}/`, asked) });
    }
  } finally {
    await nginx.stop();
  }
  const best = (who: "site" | "nginx") =>
    turns.map((turn) => turn[who]).reduce((one, other) => (other.perSecond > one.perSecond ? other : one));
  return { site: best("site"), nginx: best("nginx") };
}

/** The compressed body as sent. */
function rawBody(site: string): Promise<Uint8Array> {
  return new Promise((resolve, reject) => {
    request(site, { headers: { "Accept-Encoding": "br" } }, async (response) => {
      resolve(Buffer.concat(await response.toArray()));
    })
      .on("error", reject)
      .end();
  });
}
