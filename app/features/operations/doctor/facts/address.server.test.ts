import http, { type IncomingMessage, type ServerResponse } from "node:http";
import https from "node:https";
import type { AddressInfo, LookupFunction } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { linkSigner } from "~/platform/auth/links.server";
import { proveSite } from "~/platform/http/site-proof.server";
import { CERTIFICATE, CERTIFICATE_KEY, CERTIFIED_NAME } from "../../../../../tests/support/certificate";
import { askOrigin, askPlain, readCertificate } from "./address.server";

const links = linkSigner("a secret of the tests");
const NOW = Temporal.Instant.from("2026-06-01T12:00:00Z");

/** Every name leads to this machine. */
const lookup: LookupFunction = (_, { all }, done) =>
  all ? done(null, [{ address: "127.0.0.1", family: 4 }]) : done(null, "127.0.0.1", 4);

const outwards = (signal = new AbortController().signal) => ({
  signal,
  links,
  clock: () => NOW,
  outside: { lookup },
});

type Listener = (request: IncomingMessage, response: ServerResponse) => void;

async function served(server: http.Server): Promise<number> {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return (server.address() as AddressInfo).port;
}

const overTls = (listener: Listener = (_, response) => response.end()) =>
  served(https.createServer({ cert: CERTIFICATE, key: CERTIFICATE_KEY }, listener) as unknown as http.Server);
const overHttp = (listener: Listener) => served(http.createServer(listener));

test("a certificate that its authority signed is valid, with its days", async () => {
  const url = new URL(`https://${CERTIFIED_NAME}:${await overTls()}`);
  const world = { ...outwards(), outside: { lookup, ca: CERTIFICATE } };
  const { problem, days_left } = await readCertificate(world, url);
  expect(problem).toBeNull();
  expect(days_left).toBeGreaterThan(36_000);
});

test("a certificate that nobody signed is read, and its problem named", async () => {
  const url = new URL(`https://${CERTIFIED_NAME}:${await overTls()}`);
  expect(await readCertificate(outwards(), url)).toMatchObject({ problem: "DEPTH_ZERO_SELF_SIGNED_CERT" });
});

test("a certificate of another name tells the names that it has", async () => {
  const url = new URL(`https://www.oak.test:${await overTls()}`);
  const world = { ...outwards(), outside: { lookup, ca: CERTIFICATE } };
  expect(await readCertificate(world, url)).toMatchObject({
    problem: "ERR_TLS_CERT_ALTNAME_INVALID",
    names: CERTIFIED_NAME,
  });
});

test("a server that doesn't speak TLS, and one that is silent, give an error", async () => {
  const plain = await overHttp((_, response) => response.end());
  await expect(readCertificate(outwards(), new URL(`https://${CERTIFIED_NAME}:${plain}`))).rejects.toThrow();
  const ended = new AbortController();
  ended.abort();
  await expect(
    readCertificate(outwards(ended.signal), new URL(`https://${CERTIFIED_NAME}:${plain}`)),
  ).rejects.toThrow();
});

/** A site with the secret of `signer`, behind a proxy if it adds X-Forwarded-For. */
const aSite = (signer: typeof links, forwarded: boolean) =>
  overTls((request, response) => {
    const query = Object.fromEntries(new URL(request.url ?? "", "https://x").searchParams);
    response.end(proveSite(signer, query, forwarded) ?? "alive");
  });

test.each([true, false])("the site itself is recognized by its secret, forwarded: %s", async (forwarded) => {
  const origin = new URL(`https://${CERTIFIED_NAME}:${await aSite(links, forwarded)}`);
  expect(await askOrigin(outwards(), origin)).toEqual({ who: "this site", forwarded });
});

test("another site, also one that runs the same program, is not this site", async () => {
  const origin = new URL(`https://${CERTIFIED_NAME}:${await aSite(linkSigner("another secret"), false)}`);
  expect(await askOrigin(outwards(), origin)).toEqual({ who: "another", status: 200 });
});

test("a site that repeats the question proves nothing, and an endless answer is cut off", async () => {
  const port = await overTls((request, response) => {
    response.statusCode = 404;
    response.write(request.url);
    response.write("x".repeat(100_000));
  });
  const origin = new URL(`https://${CERTIFIED_NAME}:${port}`);
  expect(await askOrigin(outwards(), origin)).toEqual({ who: "another", status: 404 });
});

test("nobody at the address is told by the code of the error", async () => {
  const origin = new URL("http://127.0.0.1:9");
  expect(await askOrigin(outwards(), origin)).toEqual({ who: "nobody", code: "ECONNREFUSED" });
});

test("a question is answered only to somebody with the secret", () => {
  expect(proveSite(links, {}, false)).toBeNull();
  expect(proveSite(links, { nonce: "a".repeat(22), key: "made up" }, false)).toBeNull();
  expect(proveSite(links, { nonce: "a:b", key: links.sign("who answers:a:b") }, false)).toBeNull();
});

test("a redirect is read and not followed", async () => {
  let asked = 0;
  const port = await overHttp((_, response) => {
    asked += 1;
    response.writeHead(308, { Location: `https://${CERTIFIED_NAME}/` }).end();
  });
  const world = { ...outwards(), outside: { lookup, plainPort: port } };
  expect(await askPlain(world, CERTIFIED_NAME)).toEqual({
    status: 308,
    location: `https://${CERTIFIED_NAME}/`,
  });
  expect(asked).toBe(1);
  expect(await askPlain({ ...world, outside: { lookup, plainPort: 9 } }, CERTIFIED_NAME)).toEqual({
    code: "ECONNREFUSED",
  });
});
