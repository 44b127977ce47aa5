import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { codeOf, decideGift, readCode, whyNotRefundable } from "./gift-card";
import { giftDocument, giftPicture, linesOf } from "./render";

const days = { today: "2026-06-01", last: "2027-06-01" };
const wish = { choice: "10000", amount: null, send_on: "" };

test.each([
  ["a chosen amount, today", {}, { ok: true, amount: 10_000, send_on: "2026-06-01" }],
  [
    "another amount, on a day",
    { choice: "other", amount: 7500, send_on: "2026-12-24" },
    { ok: true, amount: 7500 },
  ],
  ["too little", { choice: "other", amount: 2499 }, { field: "amount" }],
  ["too much", { choice: "other", amount: 50_001 }, { field: "amount" }],
  ["no amount", { choice: "other" }, { field: "amount" }],
  ["an amount that isn't offered", { choice: "1" }, { field: "choice" }],
  ["yesterday", { send_on: "2026-05-31" }, { field: "send_on" }],
  ["a day that doesn't exist", { send_on: "2026-06-31" }, { field: "send_on" }],
  ["too late", { send_on: "2027-06-02" }, { field: "send_on" }],
  ["no day", { send_on: "soon" }, { field: "send_on" }],
])("a gift card of %s", (_, changes, decision) => {
  expect(decideGift({ ...wish, ...changes }, days)).toMatchObject(decision);
});

test("a code is read however it is typed, and nothing else is one", () => {
  fc.assert(
    fc.property(fc.uint8Array({ minLength: 20, maxLength: 20 }), (bytes) => {
      const code = codeOf(bytes);
      expect(code).toMatch(/^[0-9A-HJKMNP-TV-Z]{5}(?:-[0-9A-HJKMNP-TV-Z]{5}){3}$/);
      expect(readCode(` ${code.toLowerCase().replaceAll("-", " ").replaceAll("1", "l")} `)).toBe(code);
    }),
  );
  for (const typed of [
    "",
    "7K2QM",
    "7K2QM-X9D4T-0HN8V-3RWP",
    "7K2QM-X9D4T-0HN8V-3RWPAA",
    "7K2QM-X9D4T-0HN8V-3RWPU",
  ])
    expect(readCode(typed)).toBeNull();
});

describe("a refund", () => {
  const card = { status: "paid", redeemed: false, refund_status: null, imported: false } as const;
  test.each([
    [card, null],
    [{ ...card, imported: true }, "before the move"],
    [{ ...card, refund_status: "failed" as const }, null],
    [{ ...card, redeemed: true }, "redeemed"],
    [{ ...card, refund_status: "pending" as const }, "processing"],
    [{ ...card, status: "refunded" as const }, "was refunded"],
    [{ ...card, status: "pending" as const }, "not paid"],
  ])("of %j is refused with %j", (given, why) => {
    const message = whyNotRefundable(given);
    if (why) expect(message).toContain(why);
    else expect(message).toBeNull();
  });
});

describe("the card", () => {
  const printed = {
    ...{ company: "White Birch Cleaning", amount: "$100.00", to: "Zoë <b>", from: "(Ada) 李" },
    ...{
      message: "Happy birthday & more\nwith love",
      code: "7K2QM-X9D4T-0HN8V-3RWPA",
      url: "https://site.example/profile",
    },
  };

  test("is a picture in which nothing that was typed is markup", () => {
    const picture = giftPicture(printed);
    expect(picture).toContain("Zoë &#60;b&#62;");
    expect(picture).toContain(printed.code);
  });

  test("is a document whose table says where each object begins", () => {
    const text = giftDocument(printed);
    expect(text).toMatch(/^%PDF-1\.4/);
    expect([...text].every((letter) => letter.charCodeAt(0) < 128)).toBe(true);
    expect(text).toContain("For Zo\\353 <b>, from \\050Ada\\051 ?");
    const starts = [...text.matchAll(/^(\d{10}) 00000 n $/gm)].map(([, at]) => Number(at));
    expect(starts).toHaveLength(7);
    for (const [index, at] of starts.entries())
      expect(text.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj`));
    expect(text.slice(Number(/startxref\n(\d+)/.exec(text)?.[1]))).toMatch(/^xref/);
  });

  test("has the message in lines that fit", () => {
    const lines = linesOf("word ".repeat(100).trim());
    expect(lines).toHaveLength(6);
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(52);
    expect(lines.at(-1)).toMatch(/…$/);
    expect(linesOf(null)).toEqual([]);
  });
});
