import { beforeEach, expect, test } from "vitest";
import type { Found } from "~/features/office/search/rules";
import { testApp } from "../support/app";
import { officeVisitor } from "../support/office-visitor";
import { confirmedVisit } from "../support/visits";

const site = await testApp();
const { pool, ctx, clear, get } = site;
const { page, signIn } = officeVisitor(site);

beforeEach(async () => {
  await clear();
  await signIn();
});

test("without script, the field in the head leads to a page with what is found", async () => {
  const visit = await confirmedVisit(ctx(), pool);
  const { rows } = await pool.query("select number from bookings where id = $1", [visit.id]);
  expect((await page("/admin/crews")).html).toMatch(
    /<form (?=[^>]*action="\/admin\/search")[^>]*role="search"/,
  );
  const { html, text } = await page(`/admin/search?q=%23${rows[0].number}`);
  expect(html).toContain(`href="/admin/bookings/${visit.id}"`);
  expect(text).toContain(`#${rows[0].number}`);
  expect(html).toContain(`value="#${rows[0].number}"`);
  const { html: nobody } = await page("/admin/search?q=603-555-7310");
  expect(nobody).toContain("Nothing found");
  expect(nobody).toContain('href="/admin/bookings/new?find=603-555-7310"');
  expect((await page("/admin/search?q=%25_%27%22%3Cb%F0%9F%98%80")).text).toContain("Nothing found");
  expect((await page("/admin/search")).text).not.toContain("Nothing found");
});

test("the palette gets the same as JSON that nobody stores, and nobody but staff gets it", async () => {
  const visit = await confirmedVisit(ctx(), pool);
  const { html, headers } = await page("/admin/search.json?q=barnstead");
  const { groups } = JSON.parse(html) as Found;
  expect(groups.map(({ kind }) => kind)).toEqual(["customer", "booking", "order"]);
  expect(groups[1]?.hits[0]?.href).toBe(`/admin/bookings/${visit.id}`);
  expect(headers.get("Cache-Control")).toBe("no-store");
  const guest = await get("/admin/search.json?q=barnstead");
  expect(guest.headers.get("Location")).toContain("/login");
  expect(await guest.text()).not.toContain(visit.id);
});

test("a search that fails is said in its page", async () => {
  await pool.query("alter table search_texts rename to search_texts_gone");
  try {
    const { status, text } = await page("/admin/search?q=barnstead");
    expect(status).toBe(503);
    expect(text).toContain("The search failed. Please try again in a minute.");
  } finally {
    await pool.query("alter table search_texts_gone rename to search_texts");
  }
});
