import { globSync, readFileSync } from "node:fs";
import { createElement } from "react";
import { expect, test } from "vitest";
import { MessageAcknowledgedEmail } from "~/features/messages/emails";
import type { CompanyAddress } from "~/lib/postal-address";
import { sender } from "../../../../scripts/mail-sample-facts";
import { SAMPLES } from "../../../../scripts/mail-samples";
import { picturesOf, withLogo } from "./logo";
import { renderEmail } from "./render.server";

const samples = Object.entries(SAMPLES).map(([name, mail]) => ({ name, ...renderEmail(mail) }));

test("every email template has a sample", () => {
  const mails = globSync("app/features/**/*emails.tsx").flatMap((file) =>
    [...readFileSync(file, "utf8").matchAll(/^export function (\w+Email)\(/gm)].map(([, name]) => name),
  );
  const source = globSync("scripts/mail-samples*.tsx")
    .map((file) => readFileSync(file, "utf8"))
    .join("\n");
  expect(mails.length).toBeGreaterThan(30);
  expect(mails.filter((name) => !new RegExp(`\\.${name}\\s`).test(source))).toEqual([]);
});

test.each(samples)("$name has the same content as HTML and as plain text", ({ html, text }) => {
  const [, body = ""] = /<body[\s\S]*?<h1([\s\S]*)<\/body>/.exec(html) ?? [];
  for (const [, link = ""] of body.matchAll(/href="(https:[^"]+)"/g)) {
    expect(text).toContain(link.replaceAll("&amp;", "&"));
  }
  expect(text).not.toMatch(/undefined|\[object|<\w|mailto:|tel:|cid:/);
  expect(html).not.toMatch(/undefined|\[object/);
});

const OWN = { logo: null, letters: "LH", initials: "LH", accent: null, share: null };

test("an email of a company of one's own has its letters and color in place of the birch's", () => {
  const [mail] = Object.values(SAMPLES);
  if (!mail) throw new Error("There are no samples.");
  const brand = { ...OWN, accent: "#1d4ed8" };
  const { html, text } = renderEmail(mail, { brand });
  expect(picturesOf(html)).toEqual([]);
  expect(html).toContain(">LH</div>");
  expect(html).not.toMatch(/#1f4d3a|#94cfb0/);
  expect(text).toBe(renderEmail(mail).text);
});

const SHA = "a".repeat(64);
const aLogo = (width: number, height: number) => ({
  ...{ file: "svg" as const, width, height, sha256: SHA, small_sha256: SHA, src: `/brand/${SHA}.svg` },
});

test("an email of a company with a logo shows it at the height of the letters, and the name beside it", () => {
  const [mail] = Object.values(SAMPLES);
  if (!mail) throw new Error("There are no samples.");
  const { html, text } = renderEmail(mail, { brand: { ...OWN, logo: aLogo(96, 96) } });
  expect(html).toContain(`<img src="cid:logo-${SHA}" width="44" height="44" alt=""`);
  expect(html).not.toContain(">LH</div>");
  expect(picturesOf(html)).toEqual([]);
  expect(text).toBe(renderEmail(mail).text);
});

test("a wide logo stands for the name in an email, and says it where pictures are blocked", () => {
  const [mail] = Object.values(SAMPLES);
  if (!mail) throw new Error("There are no samples.");
  const { html, text } = renderEmail(mail, { brand: { ...OWN, logo: aLogo(768, 96) } });
  expect(html).toContain(`<img src="cid:logo-${SHA}" width="240" height="37" alt="${sender.company_name}"`);
  expect(text).not.toContain("cid:");
});

test("an email ends with the company's address as far as it was entered", () => {
  const footOf = (address: CompanyAddress) =>
    renderEmail(createElement(MessageAcknowledgedEmail, { sender: { ...sender, address } })).text.trim();
  const whole = { street: "9 Dock Road", city: "Oakland", state: "ME", zip: "04963" };
  expect(footOf(whole)).toMatch(/hello@whitebirch\.example\s+9 Dock Road, Oakland, ME 04963$/);
  expect(footOf({ street: "", city: "", state: "", zip: "" })).toMatch(/hello@whitebirch\.example$/);
});

test.each(samples)("$name supports dark mode and includes its logo", ({ html }) => {
  expect(html).toContain("@media (prefers-color-scheme:dark)");
  expect(html).toContain('name="color-scheme"');
  expect(picturesOf(html)).toHaveLength(1);
  expect(withLogo(html)).not.toContain("cid:");
});

test("every colored element has a class with a dark color", () => {
  const { html = "" } = samples.find(({ name }) => name === "plan-started") ?? {};
  const colored = [...html.matchAll(/<(\w+)[^>]*?style="[^"]*(?<!-)color:#[^"]*"[^>]*>/g)].map(
    ([tag]) => tag,
  );
  expect(colored.length).toBeGreaterThan(10);
  expect(colored.filter((tag) => !/class="[^"]*(paper|card|ink|moss|line|action)/.test(tag))).toEqual([]);
});

test("facts are lines of the plain text, and the action has its own line", () => {
  const { text = "" } = samples.find(({ name }) => name === "booking-confirmed") ?? {};
  expect(text).toContain("\nService: Regular Cleaning\nWhen: Tuesday, November 24, 2026, 10:00 AM\n");
  expect(text).toMatch(/\n\nView, reschedule or cancel:\nhttps:\S+\n/);
});
