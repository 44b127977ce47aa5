import { beforeEach, describe, expect, test } from "vitest";
import { testApp, visibleText } from "../support/app";
import { aBody } from "../support/bookings";

const { pool, get, post, clear } = await testApp();

beforeEach(clear);

const PAGES = ["/", "/services", "/services?type=commercial", "/book", "/book?type=commercial"];
const htmlOf = async (path: string) => (await get(path)).text();

/** The first position of each text in a page, in page order. */
async function order(path: string, texts: string[]): Promise<string[]> {
  const html = await htmlOf(path);
  return texts.filter((text) => html.includes(text)).sort((a, b) => html.indexOf(a) - html.indexOf(b));
}

describe("an inactive service", () => {
  test.each(PAGES)("is not shown on %s", async (path) => {
    expect(await htmlOf(path)).not.toMatch(/Carpet Steam Cleaning|carpet-steam-cleaning/);
  });

  test("can't be selected by address, requested or booked", async () => {
    const id = "carpet-steam-cleaning";
    expect(await htmlOf(`/book?service=${id}&type=commercial`)).not.toMatch(/Carpet Steam Cleaning/);
    expect((await get(`/api/availability?service=${id}&month=2026-06&hours=3`)).status).toBe(404);
    expect((await post("/api/create-payment", aBody({}, { serviceId: id }))).status).toBe(404);
  });

  test("disappears everywhere when it is deactivated, and its bookings are refused", async () => {
    await pool.query("update services set is_active = false where id = 'deep-cleaning'");
    try {
      for (const path of PAGES) expect(await htmlOf(path)).not.toContain("/book?service=deep-cleaning");
      expect((await post("/api/create-payment", aBody({}, { serviceId: "deep-cleaning" }))).status).toBe(404);
    } finally {
      await pool.query("update services set is_active = true where id = 'deep-cleaning'");
    }
  });
});

test("a service with a page of its own is linked on its card, and in booking to a new tab, so that the choice stays", async () => {
  const address = 'href="/services/deep-cleaning"';
  for (const path of [...PAGES, "/widget"]) expect(await htmlOf(path)).not.toContain(address);
  await pool.query(
    `with text as (
       insert into site_texts (kind, published_version, published_at, created_at, updated_at)
       values ('service-deep-cleaning', 1, now(), now(), now()) returning id)
     insert into site_text_versions (text_id, number, fields, body, created_at) select id, 1, '{}', 'Ovens.', now() from text`,
  );
  try {
    for (const path of ["/", "/services"])
      expect(await htmlOf(path)).toMatch(/href="\/services\/deep-cleaning"[^>]*>More about/);
    for (const path of ["/book", "/widget"])
      expect(await htmlOf(path)).toMatch(
        /href="\/services\/deep-cleaning" target="_blank"[^>]*>What(&#x27;|')s included<span class="sr-only"> in /,
      );
  } finally {
    await pool.query("delete from site_texts where kind = 'service-deep-cleaning'");
  }
});

describe("the services of the catalog", () => {
  test("are on the home page in the specification's order, three of them", async () => {
    const html = await htmlOf("/");
    const links = [...html.matchAll(/\/book\?service=([\w-]+)/g)].map(([, id]) => id);
    expect([...new Set(links)]).toEqual(["regular-cleaning", "deep-cleaning", "move-in-out-cleaning"]);
  });

  test("are on /services, with the first picture loaded eagerly and the others lazily", async () => {
    const pictures = (await htmlOf("/services")).match(/<img [^>]*loading="[^"]*"[^>]*>/g) ?? [];
    const [first, ...others] = pictures.map((tag) => [
      /loading="(\w+)"/.exec(tag)?.[1],
      /fetchpriority="(\w+)"/i.exec(tag)?.[1],
    ]);
    expect(first).toEqual(["eager", "high"]);
    expect(others.length).toBeGreaterThan(3);
    for (const other of others) expect(other).toEqual(["lazy", undefined]);
  });

  test("are on /services by type, popular ones first", async () => {
    const titles = ["House Washing", "Paw Print Patrol", "Deep Cleaning", "Regular Cleaning"];
    expect(await order("/services", titles)).toEqual([
      "Regular Cleaning",
      "Deep Cleaning",
      "House Washing",
      "Paw Print Patrol",
    ]);
    const commercial = ["Monthly Janitorial Plan", "Post-Construction", "Office Cleaning"];
    expect(await order("/services?type=commercial", commercial)).toEqual([
      "Office Cleaning",
      "Post-Construction",
      "Monthly Janitorial Plan",
    ]);
  });

  test.each([
    ["/services", "$53/hr"],
    ["/services", "$289/month"],
    ["/services", "Get Estimate"],
    ["/services", "Subscribe Now"],
    ["/services?type=commercial", "$65/hr"],
    ["/services?type=commercial", "$950/month"],
  ])("%s shows %s", async (path, phrase) => {
    expect(visibleText(await htmlOf(path))).toContain(phrase);
  });

  test("are escaped, whatever staff write", async () => {
    await pool.query(`insert into services (id, title, description, price_per_hour, service_type, is_popular)
      values ('odd', '<script>odd()</script>', '</title><img src=x onerror=odd()>', 100, 'residential', true)`);
    try {
      for (const path of PAGES) expect(await htmlOf(path)).not.toMatch(/<script>odd|<img src=x/);
    } finally {
      await pool.query("delete from services where id = 'odd'");
    }
  });

  test("of one type only are shown at once, and nothing leads to the other type", async () => {
    const offers = async (path: string) =>
      (await htmlOf(path)).match(/(?<=type[=:])(residential|commercial)(?=")/g);
    for (const path of ["/services", "/book", "/widget"]) expect(await offers(path)).toContain("commercial");
    for (const [type, other, shown] of [
      ["commercial", "residential", "Regular Cleaning"],
      ["residential", "commercial", "Office Cleaning"],
    ]) {
      const { rows } = await pool.query(
        "update services set is_active = false where is_active and service_type = $1 returning id",
        [type],
      );
      try {
        for (const path of ["/services", "/book", "/widget"]) {
          expect(visibleText(await htmlOf(path))).toContain(shown);
          expect((await offers(path)) ?? []).not.toContain(type);
        }
        expect(visibleText(await htmlOf(`/book?type=${type}`))).toContain(
          `No services available for ${type} cleaning.`,
        );
        expect(await offers(`/book?type=${type}`)).toContain(other);
      } finally {
        await pool.query("update services set is_active = true where id = any($1)", [
          rows.map(({ id }) => id),
        ]);
      }
    }
  });

  test("the services page says so when there are none", async () => {
    await pool.query("update services set is_active = false where service_type = 'commercial'");
    try {
      expect(visibleText(await htmlOf("/book?type=commercial"))).toContain(
        "No services available for commercial cleaning.",
      );
    } finally {
      await pool.query(
        "update services set is_active = true where service_type = 'commercial' and id <> 'carpet-steam-cleaning'",
      );
    }
  });
});
