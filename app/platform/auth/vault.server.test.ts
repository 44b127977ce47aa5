import { describe, expect, test } from "vitest";
import { openVault } from "./vault.server";

const vault = openVault("a secret of the tests, long enough");
const PLACE = "email.smtp_pass";

describe("a sealed secret", () => {
  test.each(["hunter2", "", "pässwörd 🌿", "x".repeat(500)])("opens again: %j", (text) => {
    const sealed = vault.seal(text, PLACE);
    expect(sealed).toMatch(/^v1\./);
    if (text) expect(sealed).not.toContain(text);
    expect(vault.open(sealed, PLACE)).toBe(text);
  });

  test("is different every time", () => {
    expect(vault.seal("hunter2", PLACE)).not.toBe(vault.seal("hunter2", PLACE));
  });

  test("opens under no other secret and in no other place", () => {
    const sealed = vault.seal("hunter2", PLACE);
    expect(openVault("another secret of the tests, as long").open(sealed, PLACE)).toBeNull();
    expect(vault.open(sealed, "payments.stripe_secret_key")).toBeNull();
  });

  test("of one purpose opens for no other", () => {
    const codes = vault.of("entry codes");
    const sealed = codes.seal("4711", PLACE);
    expect(codes.open(sealed, PLACE)).toBe("4711");
    expect(vault.open(sealed, PLACE)).toBeNull();
    expect(codes.open(vault.seal("hunter2", PLACE), PLACE)).toBeNull();
    const after = openVault("the newest secret of the tests, long", "a secret of the tests, long enough");
    const renewed = after.of("entry codes").renew(sealed, PLACE) ?? "";
    const newest = openVault("the newest secret of the tests, long");
    expect(newest.of("entry codes").open(renewed, PLACE)).toBe("4711");
    expect([after.renew(sealed, PLACE), newest.open(renewed, PLACE)]).toEqual([null, null]);
  });

  test("from before a rotation opens and is renewed under the newest secret", () => {
    const old = ["a secret of the tests, long enough", "the very first secret of the tests"] as const;
    const first = openVault(old[1]).seal("hunter2", PLACE);
    const after = openVault("the newest secret of the tests, long", ...old);
    for (const sealed of [vault.seal("hunter2", PLACE), first]) {
      expect(after.open(sealed, PLACE)).toBe("hunter2");
      expect(after.open(sealed, "payments.stripe_secret_key")).toBeNull();
      const renewed = after.renew(sealed, PLACE) ?? "";
      expect(openVault("the newest secret of the tests, long").open(renewed, PLACE)).toBe("hunter2");
      expect(after.renew(renewed, PLACE)).toBe(renewed);
    }
    expect(after.renew(openVault("an unknown secret of the tests").seal("x", PLACE), PLACE)).toBeNull();
  });

  test("is sealed under the newest secret, which the old one does not open", () => {
    const after = openVault("the newest secret of the tests, long", "a secret of the tests, long enough");
    expect(vault.open(after.seal("hunter2", PLACE), PLACE)).toBeNull();
  });

  test("does not open after one of its characters has changed", () => {
    const sealed = vault.seal("hunter2", PLACE);
    const parts = sealed.split(".");
    for (const index of parts.keys()) {
      const flipped = parts.map((part, at) =>
        at === index ? `${part.startsWith("A") ? "B" : "A"}${part.slice(1)}` : part,
      );
      expect(vault.open(flipped.join("."), PLACE), `part ${index}`).toBeNull();
    }
  });

  test.each(["", "v1", "v1.a.b.c", "v2.AAAAAAAAAAAAAAAA.AAAAAAAAAAAAAAAAAAAAAA.AA", "plain text", "...."])(
    "%j is nothing that opens",
    (text) => {
      expect(vault.open(text, PLACE)).toBeNull();
    },
  );
});
