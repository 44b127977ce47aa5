import { request } from "node:http";
import { expect, test } from "vitest";
import { openLog } from "~/platform/log.server";
import { ORIGIN, testApp } from "../support/app";

const TOKEN = "the token of the tests";
const { app, get, runtime, serve } = await testApp();

test("/healthz reports that the process is alive, /readyz that it takes requests, and neither sets a cookie", async () => {
  for (const [path, text] of [
    ["/healthz", "alive\n"],
    ["/readyz", "ready\n"],
  ] as const) {
    const response = await get(path);
    expect([response.status, await response.text()]).toEqual([200, text]);
    expect(response.headers.get("Cache-Control")).toBe("no-store");
    expect(response.headers.get("Set-Cookie")).toBeNull();
    expect(response.headers.get("Strict-Transport-Security")).toMatch(/^max-age=31536000/);
  }
});

test("/readyz fails during shutdown and /healthz doesn't", async () => {
  runtime.ending.begun = true;
  expect((await get("/readyz")).status).toBe(503);
  expect((await get("/healthz")).status).toBe(200);
  runtime.ending.begun = false;
  expect((await get("/readyz")).status).toBe(200);
});

test("/readyz fails without a database", async () => {
  const { db } = runtime;
  runtime.db = { execute: () => Promise.reject(new Error("gone")) } as unknown as typeof db;
  const response = await get("/readyz");
  runtime.db = db;
  expect([response.status, await response.text()]).toEqual([503, "no database\n"]);
});

test("/metrics is readable with the token, or from this machine without a proxy", async () => {
  const address = await serve();
  const ask = async (headers: Record<string, string> = {}) =>
    new Promise<number>((resolve, reject) => {
      request(`${address}/metrics`, { headers }, (answer) => resolve(answer.resume().statusCode ?? 0))
        .on("error", reject)
        .end();
    });
  const { origin } = runtime.env;
  // A proxy on the same machine without X-Forwarded-For is recognized by the site's public host name.
  expect(await ask()).toBe(404);
  for (const own of [undefined, "http://localhost:3000"]) {
    runtime.env.origin = own;
    expect(await ask()).toBe(200);
  }
  for (const name of ["X-Forwarded-For", "X-Real-IP", "Via", "Forwarded"]) {
    expect(await ask({ [name]: "203.0.113.9" })).toBe(404);
  }
  expect(await ask({ Host: "site.example" })).toBe(404);
  runtime.env.origin = origin;
  expect((await get("/metrics")).status).toBe(404);
  runtime.env.trustProxy = true;
  expect(await ask()).toBe(404);
  runtime.env.trustProxy = false;
  runtime.env.metricsToken = TOKEN;
  expect(await ask()).toBe(404);
  expect(await ask({ Authorization: "Bearer something else" })).toBe(404);
  expect((await get("/metrics", { Authorization: `Bearer ${TOKEN}` })).status).toBe(200);

  await fetch(`${address}/about`);
  await fetch(`${address}/about`);
  await get("/api/availability");
  const response = await get("/metrics", { Authorization: `Bearer ${TOKEN}` });
  expect(response.headers.get("Content-Type")).toBe("text/plain; version=0.0.4; charset=utf-8");
  const text = await response.text();
  for (const line of [
    'whitebirch_http_requests_total{answerer="cached",method="GET",status="200"} 1',
    'whitebirch_http_requests_total{answerer="page",method="GET",status="200"} 1',
    /^whitebirch_http_requests_total\{answerer="api",method="GET",status="\d+"\} 1$/m,
    /^whitebirch_http_request_duration_seconds_bucket\{answerer="page",le="\+Inf"\} 1$/m,
    /^whitebirch_jobs_due \d+$/m,
    /^whitebirch_db_connections \d+$/m,
    /^whitebirch_holds 0$/m,
    /^whitebirch_orders\{status="completed"\} 0$/m,
  ]) {
    expect(text).toMatch(line);
  }
  runtime.env.metricsToken = undefined;
});

test("each request has an id in log and response, taken from a proxy if that is valid", async () => {
  const lines: { msg: string; request?: string; path?: string }[] = [];
  const { log } = runtime;
  runtime.log = openLog("info", { write: (line: string) => void lines.push(JSON.parse(line)) });
  const { createApp } = await import("node:module").then(({ createRequire }) =>
    createRequire(import.meta.url)(`${process.cwd()}/build/server/index.js`),
  );
  const noticed = createApp(runtime);
  const ask = (path: string, id?: string): Promise<Response> =>
    noticed.request(new Request(ORIGIN + path, { headers: id ? { "X-Request-Id": id } : {} }));

  const own = (await ask("/about", "from-a-visitor")).headers.get("X-Request-Id");
  expect(own).toMatch(/^[\w-]{12}$/);
  runtime.env.trustProxy = true;
  expect((await ask("/about", "from-the-proxy")).headers.get("X-Request-Id")).toBe("from-the-proxy");
  expect((await ask("/about", 'two"\\words')).headers.get("X-Request-Id")).toMatch(/^[\w-]{12}$/);
  runtime.env.trustProxy = false;
  await ask("/calendar/somebodys-secret.ics");
  runtime.log = log;
  expect(lines.map(({ request }) => request).slice(0, 2)).toEqual([own, "from-the-proxy"]);
  expect(lines.at(-1)?.path).toBe("/calendar/[secret]");
  expect(JSON.stringify(lines)).not.toContain("somebodys-secret");
  expect((await app.request(`${ORIGIN}/about`)).headers.get("X-Request-Id")).toMatch(/^[\w-]{12}$/);
});
