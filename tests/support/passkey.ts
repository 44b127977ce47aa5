import { createHash, generateKeyPairSync, randomBytes, sign } from "node:crypto";

const USER_PRESENT = 0x01;
const USER_VERIFIED = 0x04;
const HAS_CREDENTIAL = 0x40;

type Options = { origin?: string; isVerified?: boolean };

const sha256 = (data: string | Buffer) => createHash("sha256").update(data).digest();

/** A device with one passkey, which answers as a browser does (WebAuthn Level 3, sections 6.1 and 6.5). */
export function testPasskey(site: string) {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const id = randomBytes(16);
  let counter = 0;

  const clientData = (type: string, challenge: string, origin: string) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }));
  const authData = (flags: number, credential = Buffer.alloc(0)) => {
    const count = Buffer.alloc(4);
    count.writeUInt32BE(counter++);
    return Buffer.concat([sha256(new URL(site).hostname), Buffer.from([flags]), count, credential]);
  };
  const answer = (response: Record<string, Buffer>) => ({
    id: id.toString("base64url"),
    rawId: id.toString("base64url"),
    type: "public-key",
    response: Object.fromEntries(
      Object.entries(response).map(([name, value]) => [name, value.toString("base64url")]),
    ),
    clientExtensionResults: {},
  });

  return {
    id: id.toString("base64url"),
    /** The answer to the options of a new passkey, as text. */
    create(challenge: string, { origin = site, isVerified = true }: Options = {}): string {
      const { x = "", y = "" } = publicKey.export({ format: "jwk" });
      const point = (key: number, text: string) => [
        Buffer.from([key, 0x58, 0x20]),
        Buffer.from(text, "base64url"),
      ];
      // CBOR: {kty: EC2, alg: ES256, crv: P-256, x, y}
      const key = Buffer.concat([
        Buffer.from([0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01]),
        ...point(0x21, x),
        ...point(0x22, y),
      ]);
      const credential = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, key]);
      const data = authData(USER_PRESENT | HAS_CREDENTIAL | (isVerified ? USER_VERIFIED : 0), credential);
      // CBOR: {fmt: "none", attStmt: {}, authData}
      const attestationObject = Buffer.concat([
        Buffer.from([0xa3, 0x63]),
        Buffer.from("fmt"),
        Buffer.from([0x64]),
        Buffer.from("none"),
        Buffer.from([0x67]),
        Buffer.from("attStmt"),
        Buffer.from([0xa0, 0x68]),
        Buffer.from("authData"),
        Buffer.from([0x58, data.length]),
        data,
      ]);
      return JSON.stringify(
        answer({ clientDataJSON: clientData("webauthn.create", challenge, origin), attestationObject }),
      );
    },
    /** The answer to the options of a sign-in, as text. */
    get(challenge: string, { origin = site, isVerified = true }: Options = {}): string {
      const clientDataJSON = clientData("webauthn.get", challenge, origin);
      const authenticatorData = authData(USER_PRESENT | (isVerified ? USER_VERIFIED : 0));
      const signature = sign(
        "sha256",
        Buffer.concat([authenticatorData, sha256(clientDataJSON)]),
        privateKey,
      );
      return JSON.stringify(answer({ clientDataJSON, authenticatorData, signature }));
    },
  };
}
