import { connect, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { listen } from "~/platform/http/listen.server";
import { testApp } from "../support/app";

const { app, runtime } = await testApp();
const patience = { headersMs: 400, requestMs: 800, silenceMs: 2_000, checkMs: 50 };
const { pages, metrics } = runtime;
const { port, close } = await listen({ app, pages, metrics, host: "127.0.0.1", port: 0, patience });
afterAll(close);

/** A raw connection: nothing changes what the test sends. */
function open(): Socket & { said: () => string; isOver: () => boolean } {
  const socket = connect(port, "127.0.0.1");
  let received = "";
  let isClosed = false;
  socket.on("data", (chunk) => {
    received += chunk.toString("latin1");
  });
  socket.on("close", () => {
    isClosed = true;
  });
  socket.on("error", () => {});
  onTestFinished(() => void socket.destroy());
  return Object.assign(socket, { said: () => received, isOver: () => isClosed });
}

/** What the server sends back before it closes the connection. */
async function exchange(bytes: string): Promise<string> {
  const socket = open();
  socket.write(Buffer.from(bytes, "latin1"));
  await Promise.race([
    new Promise((closed) => socket.once("close", closed)),
    sleep(20_000, undefined, { ref: false }),
  ]);
  expect(socket.isOver(), "the connection was left open").toBe(true);
  return socket.said();
}

const statusOf = (answer: string) => Number(/^HTTP\/1\.1 (\d{3})/.exec(answer)?.[1]);
const get = (target: string, more = "") =>
  exchange(`GET ${target} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: close\r\n${more}\r\n`);

/** Writes the pieces one at a time until the server closes. Returns what it sent. */
async function sendSlowly(start: string, piece: string): Promise<string> {
  const socket = open();
  socket.write(start);
  for (let pieces = 0; pieces < 500 && !socket.isOver(); pieces += 1) {
    socket.write(piece);
    await sleep(40);
  }
  expect(socket.isOver()).toBe(true);
  return socket.said();
}

describe("a slow client", () => {
  test("with slow headers is disconnected", async () => {
    const received = await sendSlowly(`GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`, "X-Slow: 1\r\n");
    expect(statusOf(received)).toBe(408);
  });

  test("with a slow first line is disconnected", async () => {
    const received = await sendSlowly("GET /", "a");
    expect(statusOf(received)).toBe(408);
  });

  test.each(["/api/create-payment", "/contact"])("with a slow body is disconnected from %s", async (path) => {
    const head = `POST ${path} HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Length: 5000\r\n`;
    await sendSlowly(`${head}Content-Type: application/json\r\n\r\n`, " ");
  });

  test("with slow chunks is disconnected", async () => {
    const head = `POST /api/create-payment HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nTransfer-Encoding: chunked\r\n`;
    await sendSlowly(`${head}Content-Type: application/json\r\n\r\n`, "1\r\n \r\n");
  });

  test("that sends nothing is disconnected", async () => {
    const socket = open();
    for (let waited = 0; waited < 20_000 && !socket.isOver(); waited += 20) await sleep(20);
    expect(socket.isOver()).toBe(true);
  });

  test("delays no other client, also in a crowd of hundreds", async () => {
    const crowd = Array.from({ length: 300 }, () => open());
    for (const socket of crowd) socket.write(`POST /contact HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-Slow`);
    expect((await fetch(`http://127.0.0.1:${port}/robots.txt`)).status).toBe(200);
    for (let waited = 0; waited < 20_000 && !crowd.every((one) => one.isOver()); waited += 50)
      await sleep(50);
    expect(crowd.filter((one) => !one.isOver())).toHaveLength(0);
  });
});

describe("a path outside of the site's files", () => {
  const UP = ["..", "%2e%2e", "..%5c", "..%00", "%252e%252e", "..;", "\\..", "..%c0%af", "%u002e."];
  const FILES = ["package.json", "etc/passwd", ".git/config"];

  test("is not found", async () => {
    const warn = vi.spyOn(console, "warn").mockReturnValue(); // the router warns when it can't decode
    onTestFinished(() => warn.mockRestore());
    const found: string[] = [];
    for (const root of ["", "/assets"]) {
      for (const up of UP) {
        for (const file of FILES) {
          for (const slash of ["/", "%2f", "\\"]) {
            const target = `${root}/${[up, up, up, file].join(slash)}`;
            const answer = await get(target);
            const leaks = /root:x|"white-birch-cleaning"|createApp|\[core\]|repositoryformatversion/.test(
              answer,
            );
            if (![400, 404].includes(statusOf(answer)) || leaks)
              found.push(`${target}: ${answer.slice(0, 60)}`);
          }
        }
      }
    }
    expect(found).toEqual([]);
  }, 120_000);

  test.each(["/assets/", "/assets", "/images/", "/.well-known/", "/node_modules/", "/data/", "/build/"])(
    "%s lists nothing",
    async (path) => {
      expect([404, 301, 302]).toContain(statusOf(await get(path)));
    },
  );
});

describe("an invalid request", () => {
  const host = `Host: 127.0.0.1:${port}\r\nConnection: close\r\n`;
  test.each([
    ["nonsense", "\x00\x01\x02\r\n\r\n"],
    ["TLS on a plain port", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03"],
    [
      "a length with chunks",
      `POST /contact HTTP/1.1\r\n${host}Content-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
    ],
    ["two lengths", `POST /contact HTTP/1.1\r\n${host}Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello`],
    ["a negative length", `POST /contact HTTP/1.1\r\n${host}Content-Length: -1\r\n\r\n`],
    [
      "chunks in an unusual spelling",
      `POST /contact HTTP/1.1\r\n${host}Transfer-Encoding: xchunked\r\n\r\n0\r\n\r\n`,
    ],
    ["a folded header", `GET / HTTP/1.1\r\n${host}X-A: b\r\n c: d\r\n\r\n`],
    ["a space before the colon", `GET / HTTP/1.1\r\n${host}X-A : b\r\n\r\n`],
    ["a NUL in a header", `GET / HTTP/1.1\r\n${host}X-A: b\x00c\r\n\r\n`],
    ["20 KB of headers", `GET / HTTP/1.1\r\n${host}X-A: ${"a".repeat(20_000)}\r\n\r\n`],
    ["a path of 20 KB", `GET /${"a".repeat(20_000)} HTTP/1.1\r\n${host}\r\n`],
    ["no host", "GET / HTTP/1.1\r\nConnection: close\r\n\r\n"],
    ["an invalid host", "GET /services HTTP/1.1\r\nHost: a b\r\nConnection: close\r\n\r\n"],
    ["a host with a path", "GET /services HTTP/1.1\r\nHost: a/b@c?d#e\r\nConnection: close\r\n\r\n"],
    ["an unknown method", `BREW / HTTP/1.1\r\n${host}\r\n`],
    ["TRACE", `TRACE / HTTP/1.1\r\n${host}Cookie: secret-of-theirs\r\n\r\n`],
    ["CONNECT", `CONNECT example.com:443 HTTP/1.1\r\n${host}\r\n`],
    ["an asterisk", `OPTIONS * HTTP/1.1\r\n${host}\r\n`],
  ])("(%s) is refused without internals, and the next one is answered", async (_, bytes) => {
    const answer = await exchange(bytes);
    expect(answer === "" || (statusOf(answer) >= 400 && statusOf(answer) < 500), answer.slice(0, 200)).toBe(
      true,
    );
    expect(answer).not.toMatch(/node_modules|\bat .*:\d+:\d+|secret-of-theirs/);
    expect(statusOf(await get("/robots.txt"))).toBe(200);
  });

  test.each([
    "http://evil.example/",
    "//evil.example/",
    "///",
    "/\\evil.example",
    "http://evil.example/login?redirect=//evil.example",
  ])("for %s never redirects to another site", async (target) => {
    const answer = await get(target);
    expect(statusOf(answer)).toBeLessThan(500);
    expect(answer.split("\r\n\r\n")[0]).not.toMatch(/\r\nlocation: [^\r]*evil/i);
  });

  test("can't upgrade the connection", async () => {
    const answer = await get("/", "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: x\r\n");
    expect(statusOf(answer)).not.toBe(101);
  });
});
