import { createHmac } from "node:crypto";
import { Webhook } from "standardwebhooks";
import { expect, test } from "vitest";
import { newSecret, signatureOf } from "./sign.server";

test("a message is signed as standardwebhooks.com defines it", () => {
  const message = {
    id: "msg_p5jXN8AQM9LWM0D4loKWxJek",
    timestamp: 1614265330,
    body: '{"test": 2432232314}',
  };
  const signature = signatureOf("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw", message);
  expect(signature).toBe("v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=");
});

test("a receiver verifies the signature on its own or with a library", () => {
  const secret = newSecret();
  const message = { id: "msg_1", timestamp: Math.floor(Date.now() / 1000), body: '{"name": "Zoë 🧹"}' };
  const signature = signatureOf(secret, message);
  const key = Buffer.from(secret.slice("whsec_".length), "base64");
  const text = `${message.id}.${message.timestamp}.${message.body}`;
  expect(signature).toBe(`v1,${createHmac("sha256", key).update(text).digest("base64")}`);
  const headers = {
    "webhook-id": message.id,
    "webhook-timestamp": String(message.timestamp),
    "webhook-signature": signature,
  };
  expect(new Webhook(secret).verify(message.body, headers)).toEqual({ name: "Zoë 🧹" });
});

test("each secret is distinct and has 24 bytes", () => {
  const secrets = [newSecret(), newSecret()];
  expect(new Set(secrets).size).toBe(2);
  for (const secret of secrets) expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
});
