import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from "node:crypto";
import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll } from "vitest";

type Taken = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/**
 * A push service on this machine, which takes messages by HTTP and can't read them. `answers`: the status for each path; 201
 * for others.
 */
export async function pushService() {
  const taken: Taken[] = [];
  const answers = new Map<string, number>();
  const server = createServer(async (request, response) => {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part);
    const { url: path = "", headers } = request;
    taken.push({ path, headers, body: Buffer.concat(parts) });
    response.writeHead(answers.get(path) ?? 201).end();
  });
  await new Promise<void>((done) => server.listen(0, "127.0.0.1", done));
  afterAll(() => void server.close());
  return { taken, answers, origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}` };
}

/** A browser's end of push: what it tells the site, and how it reads what arrives (RFC 8291, RFC 8188). */
export function aPushBrowser(endpoint: string) {
  const own = createECDH("prime256v1");
  const ownKey = own.generateKeys();
  const auth = randomBytes(16);
  return {
    subscription: {
      endpoint,
      keys: { p256dh: ownKey.toString("base64url"), auth: auth.toString("base64url") },
    },
    read({ body }: Pick<Taken, "body">): unknown {
      const keyEnd = 21 + body.readUInt8(20);
      const [salt, theirKey] = [body.subarray(0, 16), body.subarray(21, keyEnd)];
      const keysOfBoth = Buffer.concat([Buffer.from("WebPush: info\0"), ownKey, theirKey]);
      const secret = Buffer.from(hkdfSync("sha256", own.computeSecret(theirKey), auth, keysOfBoth, 32));
      const derive = (purpose: string, length: number) =>
        Buffer.from(hkdfSync("sha256", secret, salt, `Content-Encoding: ${purpose}\0`, length));
      const cipher = createDecipheriv("aes-128-gcm", derive("aes128gcm", 16), derive("nonce", 12));
      cipher.setAuthTag(body.subarray(-16));
      const padded = Buffer.concat([cipher.update(body.subarray(keyEnd, -16)), cipher.final()]);
      return JSON.parse(padded.subarray(0, padded.lastIndexOf(2)).toString("utf8"));
    },
  };
}

/** Who signed a message, and what they say (RFC 8292). Fails when the signature is wrong. */
export function senderOf({ headers }: Pick<Taken, "headers">) {
  const [, token = "", key = ""] = /^vapid t=(.+), k=(.+)$/.exec(headers.authorization ?? "") ?? [];
  const [head = "", claims = "", signature = ""] = token.split(".");
  const point = Buffer.from(key, "base64url");
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((part) => part.toString("base64url"));
  const publicKey = createPublicKey({ key: { kty: "EC", crv: "P-256", x, y }, format: "jwk" });
  const signed = verify(
    "sha256",
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: "ieee-p1363" },
    Buffer.from(signature, "base64url"),
  );
  if (!signed) throw new Error("The signature is wrong.");
  return { key, claims: JSON.parse(Buffer.from(claims, "base64url").toString("utf8")) };
}
