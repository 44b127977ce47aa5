import { Agent, get } from "node:http";
import { text } from "node:stream/consumers";
import { Hono } from "hono";
import { describe, expect, test } from "vitest";
import type { HttpEnv } from "./http-env.server";
import { listen, localAddress } from "./listen.server";
import { openMetrics } from "./metrics.server";
import { openPageCache } from "./page-cache.server";

describe("told to stop", () => {
  test("a running request finishes, and its kept-alive connection does not delay the stop", async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const app = new Hono<HttpEnv>().get("/slow", async (c) => {
      arrive();
      await released;
      return c.text("done");
    });
    const { port, close } = await listen({
      app,
      pages: openPageCache(),
      metrics: openMetrics(),
      host: "127.0.0.1",
      port: 0,
    });
    const answer = new Promise<string>((resolve, reject) => {
      get({ port, path: "/slow", agent: new Agent({ keepAlive: true }) }, (response) =>
        text(response).then(resolve, reject),
      );
    });
    await arrived;
    const closed = close();
    release();
    expect(await answer).toBe("done");
    const finished = performance.now();
    await closed;
    expect(performance.now() - finished).toBeLessThan(2000);
  });
});

test("an idle connection is kept longer than proxies keep theirs", async () => {
  const app = new Hono<HttpEnv>().get("/", (c) => c.text("here"));
  const on = { host: "127.0.0.1", port: 0 };
  const { port, close } = await listen({ app, pages: openPageCache(), metrics: openMetrics(), ...on });
  const { headers } = await fetch(`http://127.0.0.1:${port}/`);
  await close();
  const [, seconds] = /timeout=(\d+)/.exec(headers.get("keep-alive") ?? "") ?? [];
  expect(Number(seconds)).toBeGreaterThan(120); // Caddy; nginx and Amazon's keep them for 60 s
});

test.each([
  ["0.0.0.0", "http://127.0.0.1:3000"],
  ["::", "http://[::1]:3000"],
  ["::1", "http://[::1]:3000"],
  ["192.168.1.5", "http://192.168.1.5:3000"],
  ["localhost", "http://localhost:3000"],
])("what listens on %s is reached at %s", (host, address) => {
  expect(localAddress(host, 3000)).toBe(address);
});
