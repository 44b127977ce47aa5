import { once } from "node:events";
import { existsSync } from "node:fs";
import { createServer } from "node:http";
import { type AddressInfo, connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, onTestFinished, test } from "vitest";
import { runServer } from "../support/server-process";
import { temporaryFolder } from "../support/temporary-folder";

test("an empty folder becomes a running site, which ends in order on SIGTERM", async () => {
  const dataDir = await temporaryFolder();
  const server = runServer({ DATA_DIR: dataDir });
  const home = await fetch(await server.ready);
  expect(home.status).toBe(200);

  server.child.kill("SIGTERM");
  expect(await server.ended).toBe(0);
  expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false);
});

test("a second process on the same folder is refused with a one-line error, and the first keeps running", async () => {
  const dataDir = await temporaryFolder();
  const first = runServer({ DATA_DIR: dataDir });
  const address = await first.ready;

  const second = runServer({ DATA_DIR: dataDir });
  expect(await second.ended).toBe(1);
  expect(second.output()).toBe(
    `DATA_DIR ${dataDir} is in use by another process (pid ${first.child.pid}). Stop that one or choose another DATA_DIR.\n`,
  );
  expect((await fetch(address)).status).toBe(200);
});

test("after kill -9 the next start recovers and answers", async () => {
  const dataDir = await temporaryFolder();
  const first = runServer({ DATA_DIR: dataDir });
  await first.ready;
  first.child.kill("SIGKILL");
  expect(await first.ended).toBe("SIGKILL");

  const second = runServer({ DATA_DIR: dataDir });
  expect((await fetch(await second.ready)).status).toBe(200);
});

test("a running request gets its response when Ctrl-C comes, even twice, as it does under npm", async () => {
  const server = runServer({ DATA_DIR: await temporaryFolder() });
  const { port } = new URL(await server.ready);
  const socket = connect(Number(port), "127.0.0.1");
  socket.write("POST /api/create-payment HTTP/1.1\r\nHost: localhost\r\n");
  socket.write("Content-Type: application/json\r\nContent-Length: 2\r\nConnection: close\r\n\r\n{");
  await sleep(200);
  for (const _ of ["the terminal", "npm"]) {
    server.child.kill("SIGINT");
    await sleep(100);
  }
  socket.write("}");

  expect(String((await socket.toArray()).join(""))).toMatch(/^HTTP\/1.1 400 /);
  expect(await server.ended).toBe(0);
});

test("on shutdown it tells the load balancer first and still takes requests", async () => {
  const server = runServer({ DATA_DIR: await temporaryFolder(), DRAIN_SECONDS: "3" });
  const address = await server.ready;
  const status = async (path: string) => (await fetch(address + path)).status;
  expect([await status("/healthz"), await status("/readyz"), await status("/metrics")]).toEqual([
    200, 200, 200,
  ]);
  server.child.kill("SIGTERM");
  await sleep(300);
  expect([await status("/readyz"), await status("/healthz"), await status("/services")]).toEqual([
    503, 200, 200,
  ]);
  expect(await server.ended).toBe(0);
  await expect(fetch(address)).rejects.toThrow();
});

test("an invalid setting is refused with a one-line error", async () => {
  const server = runServer({ PORT: "abc" });
  expect(await server.ended).toBe(1);
  expect(server.output()).toBe("PORT must be a whole number from 0 to 65535, but is 'abc'.\n");
});

test("a taken port is refused with a one-line error, and the database is stopped again", async () => {
  const other = createServer().listen(0, "127.0.0.1");
  await once(other, "listening");
  onTestFinished(() => void other.close());
  const { port } = other.address() as AddressInfo;

  const dataDir = await temporaryFolder();
  const server = runServer({ DATA_DIR: dataDir, PORT: String(port) });
  expect(await server.ended).toBe(1);
  expect(server.output()).toMatch(
    `PORT ${port} is in use by another program. Stop that one or choose another PORT.\n`,
  );
  expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false);
});
