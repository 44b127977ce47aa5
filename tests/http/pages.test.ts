import { describe, expect, test } from "vitest";
import { ORIGIN, testApp, until, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";

const { pool, get, serve, clear, runtime } = await testApp();
const site = await serve();

const PAGES = [
  ["/about", "About Us", "Our Story"],
  ["/privacy", "Privacy Policy", "Privacy Policy"],
  ["/terms", "Terms of Service", "Terms of Service"],
  ["/faq", "Frequently Asked Questions", "Frequently Asked Questions"],
] as const;
const ADDRESSES = PAGES.map(([path]) => path);

const htmlOf = async (path: string) => (await get(path)).text();
const mainOf = async (path: string) => /<main[\s\S]*<\/main>/.exec(await htmlOf(path))?.[0] ?? "";
const headings = (html: string, level: number) =>
  [...html.matchAll(new RegExp(`<h${level}[^>]*>([\\s\\S]*?)</h${level}>`, "g"))].map(([, text = ""]) =>
    visibleText(text),
  );

describe.each(PAGES)("the page %s", (path, title, heading) => {
  test("has a title and one main heading", async () => {
    const response = await get(path);
    const html = await response.text();
    expect(response.status).toBe(200);
    expect(html).toContain(`<title>${title} | White Birch Cleaning</title>`);
    expect(headings(html, 1)).toEqual([heading]);
  });

  const READ_BY_MACHINES = [' type="application/ld+json"', ' type="speculationrules"'];

  test("sends no script except the session's and structured data", async () => {
    const scripts = [...(await htmlOf(path)).matchAll(/<script\b([^>]*)>/g)].map(([, given]) => given);
    expect(scripts.filter((given = "") => !READ_BY_MACHINES.includes(given))).toEqual([
      expect.stringMatching(/^ type="module" async="" src="\/assets\/session-keeper-[^"]+"$/),
    ]);
  });

  test("has working links, also within the page", async () => {
    const main = await mainOf(path);
    const links = new Set([...main.matchAll(/href="([^"]+)"/g)].map(([, href = ""]) => href));
    expect(links.size).toBeGreaterThan(0);
    for (const href of links) {
      if (href.startsWith("#")) expect(main).toContain(`id="${href.slice(1)}"`);
      else if (href.startsWith("/")) expect([href, (await get(href)).status]).toEqual([href, 200]);
      else expect(href).toMatch(/^(mailto:\S+@\S+|tel:\+?\d{7,})$/);
    }
  });

  test("is in the page cache and rendered again when a setting changes", async () => {
    await until(async () => !(await fetch(site + path)).headers.has("x-request-id"));
    await setSetting(pool, "general.company_name", "Snow & Birch");
    try {
      expect(visibleText(await htmlOf(path))).toContain("Snow &amp; Birch");
    } finally {
      await clear();
    }
  });

  test("names the company as the settings do", async () => {
    await setSetting(pool, "general.company_name", "Snow & <b>Birch</b>");
    try {
      const html = await htmlOf(path);
      expect(html).not.toMatch(/White Birch Cleaning|<b>Birch/);
      expect(visibleText(html)).not.toMatch(/\{(company|email|phone)\}/);
    } finally {
      await clear();
    }
  });
});

/** Structured data of a type. */
async function structuredOf(path: string, type: string): Promise<Record<string, unknown>[]> {
  const found = (await htmlOf(path)).matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/gs);
  return [...found].map(([, json = ""]) => JSON.parse(json)).filter((data) => data["@type"] === type);
}

describe("/about", () => {
  test("has a story and three values, names nobody, and leads to booking", async () => {
    const main = await mainOf("/about");
    expect(headings(main, 1)).toEqual(["Our Story"]);
    expect(headings(main, 2).slice(0, 1)).toEqual(["Our Values"]);
    expect(headings(main, 3)).toEqual(["Customer-Focused", "Excellence", "Reliability"]);
    expect(main).toMatch(/<a href="\/book"[^>]*>Book Now<\/a>/);
  });

  test("has structured data about the company and its address", async () => {
    await setSetting(pool, "general.city", "Oakland");
    runtime.pages.clear();
    const [company] = await structuredOf("/about", "HomeAndConstructionBusiness");
    expect(company).toMatchObject({
      name: "White Birch Cleaning",
      address: { addressLocality: "Oakland" },
    });
  });

  test("preloads its picture", async () => {
    expect(await htmlOf("/about")).toMatch(
      /<link [^>]*rel="preload" as="image" type="image\/avif" imageSrcSet="[^"]*about-supplies/i,
    );
  });
});

describe("/faq", () => {
  test("asks and answers ten questions, of which one is open at a time", async () => {
    const items = (await mainOf("/faq")).match(/<details name="faq"[\s\S]*?<\/details>/g) ?? [];
    expect(items).toHaveLength(10);
    for (const item of items) {
      expect(headings(item, 2)[0]).toMatch(/\?$/);
      expect(visibleText(item.replace(/<summary[\s\S]*<\/summary>/, "")).length).toBeGreaterThan(200);
    }
    expect(items.join("")).not.toMatch(/<details[^>]* open=/);
  });

  test("has the same questions and answers as structured data", async () => {
    const [page] = await structuredOf("/faq", "FAQPage");
    const questions = (page?.mainEntity ?? []) as { name: string; acceptedAnswer: { text: string } }[];
    const html = (await mainOf("/faq")).replaceAll("&#x27;", "'");
    expect(questions.map(({ name }) => name)).toEqual(headings(html, 2).slice(0, 10));
    const seen = visibleText(html).replace(/\s+/g, "");
    for (const { acceptedAnswer } of questions)
      expect(seen).toContain(acceptedAnswer.text.replace(/\s+/g, ""));
  });

  test("matches the policies, shows the settings' contact details, and leads on", async () => {
    await setSetting(pool, "general.phone", "+1 (603) 555-0199");
    try {
      const main = await mainOf("/faq");
      for (const phrase of [
        "24 hours or more before the start, you get a full refund",
        "we keep a fee of 50%",
        "within 72 hours of the service",
      ])
        expect(visibleText(main)).toContain(phrase);
      expect(main).toMatch(/href="tel:\+16035550199"[^>]*>\+1 \(603\) 555-0199</);
      expect(main).toMatch(/<a href="\/contact"[^>]*>Contact Us<\/a>.*<a href="\/book"[^>]*>Book Now<\/a>/s);
    } finally {
      await clear();
    }
  });
});

describe.each([
  ["/privacy", 17],
  ["/terms", 23],
])("the document %s", (path, count) => {
  test("has its date and is complete", async () => {
    await setSetting(pool, "site.kind", "demo");
    runtime.pages.clear();
    const main = await mainOf(path);
    const text = visibleText(main);
    expect(text).toContain("Effective 4/11/25");
    expect(text).toContain("Last updated 4/10/25");
    expect(text).toMatch(/arbitration (?:in|is) California/);
    expect(text).toMatch(/law of the State of California/);
    const numbered = headings(main, 2).filter((heading) => /^\d+\. /.test(heading));
    expect(numbered.map((heading) => Number.parseInt(heading, 10))).toEqual(
      Array.from({ length: count }, (_, index) => index + 1),
    );
  });

  test("lists all of its sections in the contents", async () => {
    const main = await mainOf(path);
    const nav = /<nav aria-labelledby="contents-heading"[\s\S]*?<\/nav>/.exec(main)?.[0] ?? "";
    const entries = [...nav.matchAll(/<a href="#([^"]+)"[^>]*>(.*?)<\/a>/g)].map(
      ([, id, title]) => `${id} ${title}`,
    );
    const sections = [...main.matchAll(/<h2 id="([^"]+)"[^>]*>(\d+\..*?)<\/h2>/g)].map(
      ([, id, title]) => `${id} ${title}`,
    );
    expect(entries).toEqual(sections);
    expect(entries).toHaveLength(count);
  });
});

test("other queries and methods return the same page", async () => {
  for (const path of ADDRESSES) {
    expect((await get(`${path}?x=1`)).status).toBe(200);
    expect((await get(path, {}, "HEAD")).status).toBe(200);
    expect((await get(path, { Origin: ORIGIN }, "POST")).status).toBe(405);
  }
});
