import { globSync } from "node:fs";
import path from "node:path";
import { describe, expect, test } from "vitest";
import { shippedArticles as articles } from "~/features/content/blog/queries.server";
import { careers, jobPath } from "../../app/features/careers/application";
import { PUBLIC_PAGES } from "../../app/features/content/site/page-meta";
import { ORIGIN, testApp } from "../support/app";
import { setSetting } from "../support/bookings";

const { pool, get, clock } = await testApp();
await setSetting(pool, "site.kind", "demo");

const OPENINGS = careers.jobs.map(jobPath);
const LISTED = [...PUBLIC_PAGES, ...articles.map(({ id }) => `/blog/${id}`), ...OPENINGS];
const UNLISTED = [
  "/login",
  "/signup",
  "/forgot-password",
  "/verify-email",
  "/payment",
  "/payment-canceled",
  "/confirmation",
  "/newsletter",
  "/nothing/here",
];

const SIGNS: Record<string, string> = { amp: "&", quot: '"', "#x27": "'", lt: "<", gt: ">" };
const decoded = (text = "") => text.replace(/&(amp|quot|#x27|lt|gt);/g, (_, name) => SIGNS[name] ?? "");

/** Meta data in a page's head. */
async function headOf(address: string) {
  const html = await (await get(address)).text();
  const one = (pattern: RegExp) => decoded(pattern.exec(html)?.[1]);
  return {
    title: one(/<title>([^<]*)<\/title>/),
    description: one(/<meta name="description" content="([^"]*)"/),
    robots: one(/<meta name="robots" content="([^"]*)"/),
    canonical: one(/<link (?:nonce="[^"]*" )?rel="canonical" href="([^"]*)"/),
    image: one(/<meta property="og:image" content="([^"]*)"/),
    url: one(/<meta property="og:url" content="([^"]*)"/),
    headings: [...html.matchAll(/<h1[\s>]/g)].length,
    structured: [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs)].map(([, json]) =>
      JSON.parse(json ?? ""),
    ),
  };
}

const typesOf = ({ structured }: { structured: { "@type"?: string }[] }) =>
  structured.map((data) => data["@type"] ?? "graph");

/** Width and height of a PNG or JPEG file. */
function sizeOf(bytes: Buffer): [number, number] {
  if (bytes.readUInt32BE(0) === 0x89504e47) return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
  for (let at = 2; at < bytes.length; at += 2 + bytes.readUInt16BE(at + 2)) {
    const isFrame = /^c[0-2]$/.test(bytes.readUInt8(at + 1).toString(16));
    if (isFrame) return [bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5)];
  }
  throw new Error("neither PNG nor JPEG");
}

async function fileSize(address: string) {
  const response = await get(address);
  expect(response.status, address).toBe(200);
  return sizeOf(Buffer.from(await response.arrayBuffer()));
}

describe.each(LISTED)("the page %s", (address) => {
  test("has one title and a short description", async () => {
    const { title, description, headings } = await headOf(address);
    expect(title).toMatch(/^.+ \| White Birch Cleaning$/);
    expect(title.length, title).toBeLessThanOrEqual(65);
    expect(description.length, description).toBeGreaterThanOrEqual(50);
    expect(description.length, description).toBeLessThanOrEqual(160);
    expect(headings).toBe(1);
  });

  test("has its canonical address and may be indexed", async () => {
    const { canonical, url, robots } = await headOf(address);
    expect([canonical, url, robots]).toEqual([ORIGIN + address, ORIGIN + address, ""]);
  });

  test("has a share image and breadcrumbs as structured data", async () => {
    const head = await headOf(address);
    expect(await fileSize(head.image.replace(ORIGIN, ""))).toEqual([1200, 630]);
    if (address !== "/") expect(typesOf(head)).toContain("BreadcrumbList");
  });
});

test("no two pages share a title or description", async () => {
  const heads = await Promise.all(LISTED.map(headOf));
  expect(new Set(heads.map(({ title }) => title)).size).toBe(LISTED.length);
  expect(new Set(heads.map(({ description }) => description)).size).toBe(LISTED.length);
});

test.each(UNLISTED)("%s is excluded from search engines and has no canonical address", async (address) => {
  const { robots, canonical, title, description } = await headOf(address);
  expect([robots, canonical]).toEqual(["noindex", ""]);
  expect(title).toMatch(/^.+ \| White Birch Cleaning$/);
  expect(description).not.toBe("");
});

describe("structured data", () => {
  test.each([
    ["/", "HomeAndConstructionBusiness"],
    ["/about", "HomeAndConstructionBusiness"],
    ["/services", "graph"],
    ["/faq", "FAQPage"],
    ["/blog/1", "Article"],
    ["/careers", "ItemList"],
    ["/careers?apply=2", "JobPosting"],
  ])("on %s: %s", async (address, type) => {
    expect(typesOf(await headOf(address))).toContain(type);
  });

  test("has all ten questions", async () => {
    const faq = (await headOf("/faq")).structured.find((data) => data["@type"] === "FAQPage");
    expect(faq.mainEntity).toHaveLength(10);
  });

  test("has each of the four openings on its own page, linked from the list", async () => {
    const list = (await headOf("/careers")).structured;
    expect(list.filter((data) => data["@type"] === "JobPosting")).toEqual([]);
    const items = list.find((data) => data["@type"] === "ItemList").itemListElement;
    expect(items.map(({ url }: { url: string }) => url)).toEqual(OPENINGS.map((path) => ORIGIN + path));
    const heads = await Promise.all(OPENINGS.map(headOf));
    const postings = heads.map(({ structured }) =>
      structured.filter((data) => data["@type"] === "JobPosting").map(({ title, url }) => [title, url]),
    );
    expect(postings).toEqual(careers.jobs.map((job) => [[job.title, ORIGIN + jobPath(job)]]));
  });

  test("has the services with their prices, and no text that ends the script", async () => {
    await pool.query(`insert into services (id, title, description, price_per_hour, service_type, is_popular)
      values ('odd', '</script><script>odd()</script>', 'Odd.', 100, 'residential', true)`);
    try {
      const html = await (await get("/services")).text();
      expect(html).not.toContain("<script>odd()");
      const [graph] = (await headOf("/services")).structured;
      const names = graph["@graph"].map((service: { name: string }) => service.name);
      expect(names).toContain("</script><script>odd()</script>");
      expect(names).toContain("Regular Cleaning");
    } finally {
      await pool.query("delete from services where id = 'odd'");
    }
  });
});

describe("the sitemap", () => {
  test("lists every public page and article and nothing else", async () => {
    const response = await get("/sitemap.xml");
    expect(response.headers.get("Content-Type")).toContain("application/xml");
    const addresses = [...(await response.text()).matchAll(/<loc>([^<]*)<\/loc>/g)].map(([, url]) =>
      decoded(url),
    );
    expect(addresses).toEqual(LISTED.map((address) => ORIGIN + address));
  });

  test("has the date of each article", async () => {
    const xml = await (await get("/sitemap.xml")).text();
    const [first] = articles;
    expect(xml).toContain(`<loc>${ORIGIN}/blog/${first?.id}</loc><lastmod>${first?.published}</lastmod>`);
  });
});

test("robots.txt names the closed paths and the sitemap", async () => {
  const response = await get("/robots.txt");
  expect(response.headers.get("Content-Type")).toContain("text/plain");
  const text = await response.text();
  expect(text).toContain("User-agent: *\nDisallow: /admin\nDisallow: /api/\n");
  expect(text).toContain(`\nSitemap: ${ORIGIN}/sitemap.xml\n`);
  const closed = [...text.matchAll(/^Disallow: (.*)$/gm)].map(([, start]) => start ?? "");
  expect(LISTED.filter((address) => closed.some((start) => address.startsWith(start)))).toEqual([]);
});

test("security.txt names the company's address, a policy that exists, and an end within a year", async () => {
  await setSetting(pool, "general.contact_email", "hello@snow.example");
  const response = await get("/.well-known/security.txt");
  expect(response.headers.get("Content-Type")).toBe("text/plain; charset=utf-8");
  const fields = Object.fromEntries(
    (await response.text())
      .trim()
      .split("\n")
      .map((line) => line.split(/: (.*)/).slice(0, 2)),
  );
  expect(fields).toMatchObject({
    Contact: "mailto:hello@snow.example",
    Canonical: `${ORIGIN}/.well-known/security.txt`,
    Policy: `${ORIGIN}/security-policy`,
  });
  const days =
    Temporal.Instant.from(fields.Expires ?? "")
      .since(clock.now)
      .total("hours") / 24;
  expect(days > 30 && days < 365, `${days} days`).toBe(true);
  expect(await (await get("/security-policy")).text()).toContain("hello@snow.example");
});

test("the manifest has the company's name, and icons of the declared size", async () => {
  await setSetting(pool, "general.company_name", "Snow & Birch");
  const response = await get("/site.webmanifest");
  await pool.query("delete from admin_settings");
  expect(response.headers.get("Content-Type")).toContain("application/manifest+json");
  const manifest = await response.json();
  expect(manifest.name).toBe("Snow & Birch");
  for (const { src, sizes } of manifest.icons.filter(({ sizes }: { sizes: string }) => sizes !== "any")) {
    expect((await fileSize(src)).join("x")).toBe(sizes);
  }
});

test("every page links the home screen icon, which exists", async () => {
  const html = await (await get("/")).text();
  expect(html).toContain('rel="apple-touch-icon" href="/apple-touch-icon.png"');
  expect(await fileSize("/apple-touch-icon.png")).toEqual([180, 180]);
});

test("each article has its own share image", () => {
  const names = globSync("build/client/assets/share-*.jpg").map(
    (file) => /^share-(site|blog-\d+)/.exec(path.basename(file))?.[1],
  );
  expect(names.sort()).toEqual(["site", ...articles.map(({ id }) => `blog-${id}`)].sort());
});

describe("prefetching", () => {
  const rulesOf = async (address: string, headers = {}) => {
    const page = await (await get(address, headers)).text();
    const [, rules] = /<script type="speculationrules">(.*?)<\/script>/.exec(page) ?? [];
    return rules && JSON.parse(rules);
  };

  test("is allowed on public pages", async () => {
    const rules = { prefetch: [{ source: "document", eagerness: "moderate" }] };
    expect(await rulesOf("/about")).toMatchObject(rules);
    expect(await rulesOf("/book")).toMatchObject(rules);
    expect(await rulesOf("/api/session")).toBeUndefined();
    expect(await rulesOf("/nothing/here")).toBeUndefined();
  });

  test("is refused to a known visitor, whose toast it could use up", async () => {
    const withToast = { Cookie: "wb_toast=eyJ0aXRsZSI6IkhpIn0" };
    expect(await rulesOf("/about", withToast)).toBeUndefined();
    const ahead = await get("/about", { ...withToast, "Sec-Purpose": "prefetch" });
    expect([ahead.status, ahead.headers.getSetCookie()]).toEqual([503, []]);
    expect((await get("/about", { "Sec-Purpose": "prefetch" })).status).toBe(200);
  });
});
