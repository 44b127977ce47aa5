import { randomUUID } from "node:crypto";
import { afterAll, beforeEach, describe, expect, test } from "vitest";
import { listenForChanges } from "~/platform/database/change-listener.server";
import { ORIGIN, testApp, until, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { PUBLIC_ADDRESSES } from "../support/public-addresses";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { pool, get, post, clear, connection, runtime } = site;
const listener = listenForChanges({
  connection,
  log: runtime.log,
  onChange: runtime.pages.clear,
  onCrewDay: () => {},
});
await listener.start();
afterAll(listener.stop);

let Cookie = "";
beforeEach(async () => {
  await clear();
  ({ cookie: Cookie } = await signedIn(site, { role: "owner", first_name: "Maude" }));
});

const htmlOf = async (path: string, headers = {}) => (await get(path, headers)).text();
const send = (path: string, form: Record<string, string>, headers: Record<string, string> = { Cookie }) =>
  post(path, new URLSearchParams({ form_id: randomUUID(), ...form }).toString(), {
    "Content-Type": "application/x-www-form-urlencoded",
    ...headers,
  });

const ARTICLE = {
  title: "Snow on the sill",
  excerpt: "What it does.",
  category: "Seasonal",
  author: "{company}",
  date: "2026-05-30",
  slug: "snow",
  image: "",
  body: "Some **words** of {company}.\n\n## Why?\n\nBecause.",
};

/** Where the demo is. */
const PLACES =
  /Pittsfield|New Hampshire|, NH\b|Portsmouth|Concord|Manchester|Laconia|Epsom|Barnstead|Lakes Region|Seacoast/;

test("a site of another company shows no name, person, rating or account that it did not enter", async () => {
  await setSetting(pool, "general.company_name", "Lakeside Home Care");
  await setSetting(pool, "general.contact_email", "hello@lakeside.example");
  for (const address of PUBLIC_ADDRESSES) {
    const html = await htmlOf(address);
    expect(html, address).toContain("Lakeside Home Care");
    expect(html, address).not.toMatch(
      /White ?Birch|Lavallee|Dunning|Cabral|Tremblay|Merrill|Ellen R|Marcus T|Joanne P|[Ff]ounded|since 20\d\d|foundingDate/,
    );
    expect(html, address).not.toMatch(/facebook\.com|instagram\.com|\/\/x\.com/);
    expect(html, address).not.toMatch(
      /aria-label="[\d.]+ out of 5|aggregateRating|from .{0,40}customer reviews?/,
    );
    expect(html, address).not.toMatch(PLACES);
    expect(visibleText(html), address).not.toMatch(/, ,|,\s*\./);
  }
}, 60_000);

test("a site names its place, in titles too, as it was entered", async () => {
  const general = {
    ...{ tab: "general", company_name: "White Birch Cleaning", contact_email: "hello@birch.example" },
    ...{ phone: "(603) 555-0142", company_description: "Careful cleaning.", timezone: "America/New_York" },
    ...{ travel_buffer_minutes: "30", street: "9 Dock Road", city: "Oakland", state: "ME" },
  };
  const save = (changes: Record<string, string>) =>
    send("/admin/settings?tab=general", { intent: "save", ...general, ...changes });
  const refused = await save({ zip: "4963" });
  expect([refused.status, visibleText(await refused.text())]).toEqual([
    400,
    expect.stringContaining("ZIP code must have 5 digits, like 03263"),
  ]);
  expect((await save({})).status).toBe(303);
  runtime.pages.clear();
  expect(await htmlOf("/")).toContain("<title>House Cleaning in Oakland, ME | White Birch Cleaning</title>");
  expect(visibleText(await htmlOf("/faq"))).toContain("cleans homes and workplaces in Oakland, ME.");
  expect(visibleText(await htmlOf("/terms"))).toContain(
    "White Birch Cleaning, 9 Dock Road, Oakland, ME. Email",
  );
  for (const address of PUBLIC_ADDRESSES) {
    const html = await htmlOf(address);
    expect(visibleText(html), address).toContain("9 Dock RoadOakland, ME");
    expect(html, address).not.toMatch(PLACES);
  }
}, 60_000);

test("a company of one's own has no openings until it enters some, and invites to write", async () => {
  await setSetting(pool, "general.contact_email", "hello@lakeside.example");
  const html = await htmlOf("/careers");
  expect(visibleText(html)).toMatch(/No openings right now.*Write to Us/);
  expect(html).toContain('href="mailto:hello@lakeside.example?subject=Job%20Inquiry"');
  expect(html).not.toMatch(/Apply Now|See Current Openings|JobPosting|ItemList/);
  expect(await htmlOf("/sitemap.xml")).not.toContain("apply=");
  expect(await htmlOf("/careers?apply=1")).not.toContain("apply-dialog");
  expect((await send("/careers?apply=1", {}, {})).status).toBe(404);
});

test("the careers page says what the company says of working there, and what is left out is not shown", async () => {
  const editor = await htmlOf("/admin/content/careers", { Cookie });
  expect(editor).toMatch(/name="benefit_1"[^>]*value="Professional Growth"/);
  const words = {
    ...{
      headline: "Work at {company}",
      lead: "Quiet <b>houses</b>.",
      benefit_1: "Fair pay",
      benefit_1_text: "Weekly.",
    },
    ...{ step_1: "Write to us", step_1_text: "A line is enough." },
  };
  const lone = await send("/admin/content/careers", {
    ...words,
    intent: "publish",
    seen: "0",
    step_2: "Talk",
  });
  expect([lone.status, visibleText(await lone.text())]).toEqual([
    400,
    expect.stringContaining("Step of hiring 2, in a few words is required."),
  ]);
  const preview = await send("/admin/content/careers/preview", words);
  expect(visibleText(await preview.text())).toMatch(/Work at White Birch Cleaning.*Fair pay.*Write to us/);
  expect(await htmlOf("/careers")).toContain("Professional Growth");
  expect((await send("/admin/content/careers", { ...words, intent: "publish", seen: "0" })).status).toBe(303);
  await until(async () => (await htmlOf("/careers")).includes("Fair pay"));
  const html = await htmlOf("/careers");
  expect(html).toContain("Quiet &lt;b&gt;houses&lt;/b&gt;.");
  expect(visibleText(html)).toContain("Work at White Birch Cleaning");
  expect(html).not.toMatch(/Professional Growth|Supportive Culture|Interview Process/);
  expect(await htmlOf("/careers?apply=1")).toContain("Fair pay");
});

describe("an opening of one's own", () => {
  const OPENING = {
    ...{ title: "Window Cleaner", location: "Oakland, ME", type: "Part-time", posted: "2026-05-30" },
    ...{ pay: "$19 to $23 an hour", body: "You see through it, at **{company}**.\n\n- A steady hand" },
  };

  test("is at once on the careers page, in the sitemap and for search engines, and takes applications", async () => {
    expect(await htmlOf("/careers")).toContain("No openings right now");
    const saved = await send("/admin/content/opening-new", { intent: "publish", seen: "0", ...OPENING });
    expect([saved.status, saved.headers.get("Location")]).toEqual([303, "/admin/content/opening-101"]);
    await until(async () => (await htmlOf("/careers")).includes("Window Cleaner"));
    expect(visibleText(await htmlOf("/careers"))).toMatch(
      /Window Cleaner.*\$19 to \$23 an hour.*at White Birch Cleaning\..*A steady hand/,
    );
    expect(await htmlOf("/sitemap.xml")).toContain("apply=101");
    const html = await htmlOf("/careers?apply=101");
    expect(html).toContain('"employmentType":"PART_TIME"');
    expect(html).toContain('"minValue":19,"maxValue":23');
    expect(visibleText(html)).toContain("Apply for Window Cleaner");
  });

  test("that is closed is nowhere any more, and can be opened again", async () => {
    await send("/admin/content/opening-new", { intent: "publish", seen: "0", ...OPENING });
    expect((await send("/admin/content/opening-101", { intent: "unpublish" })).status).toBe(303);
    await until(async () => (await htmlOf("/careers")).includes("No openings right now"));
    expect((await send("/careers?apply=101", {}, {})).status).toBe(404);
    expect(visibleText(await htmlOf("/admin/content", { Cookie }))).toMatch(
      /Window Cleaner.*Not on the site/,
    );
    await send("/admin/content/opening-101", { intent: "publish", seen: "1", ...OPENING });
    await until(async () => (await htmlOf("/careers")).includes("Window Cleaner"));
  });

  test("needs its fields, and the demo's can't be edited on a site that is not the demo", async () => {
    const refused = await send("/admin/content/opening-new", { intent: "publish", seen: "0", body: "x" });
    expect(refused.status).toBe(400);
    expect(visibleText(await refused.text())).toMatch(/Title is required\..*Place is required\./);
    expect((await send("/admin/content/opening-2", { seen: "0", ...OPENING })).status).toBe(404);
    await setSetting(pool, "site.kind", "demo");
    expect(await htmlOf("/admin/content/opening-2", { Cookie })).toContain('value="Team Lead"');
    expect((await send("/admin/content/opening-2", { intent: "hide" })).status).toBe(303);
    await until(async () => !(await htmlOf("/careers")).includes("Team Lead"));
    expect(await htmlOf("/careers")).toContain("Operations Manager");
  });
});

test("hours, phone and state that change are at once in texts and for search engines, where pages were cached too", async () => {
  const pages = ["/faq", "/terms", "/privacy", "/contact"];
  for (const page of pages)
    expect(visibleText(await htmlOf(page))).toContain("Monday to Friday, 8:00 AM to 6:00 PM");
  const cleared = runtime.pages.generation();
  const day = { opens: "07:30", last_finish: "15:00" };
  await setSetting(pool, "hours.week", JSON.stringify([null, day, day, day, null, null, day]));
  await setSetting(pool, "general.phone", "(207) 555-0188");
  await setSetting(pool, "general.state", "ME");
  await until(async () => visibleText(await htmlOf("/terms")).includes("the law of the State of Maine"));
  expect(runtime.pages.generation()).toBeGreaterThan(cleared);
  for (const page of pages) {
    const html = visibleText(await htmlOf(page));
    expect(html, page).toContain("Monday to Wednesday, 7:30 AM to 3:00 PM");
    expect(html, page).not.toContain("8:00 AM to 6:00 PM");
    expect(html, page).toContain("(207) 555-0188");
  }
  expect(await htmlOf("/faq")).toMatch(/"text":"[^"]*Monday to Wednesday, 7:30 AM to 3:00 PM/);
  expect(await htmlOf("/contact")).toContain('"opens":"07:30","closes":"15:00"');
});

test("the footer links to the accounts that were entered", async () => {
  await setSetting(pool, "general.social_instagram", "https://www.instagram.com/lakeside");
  const html = await htmlOf("/contact");
  expect(html).toContain('href="https://www.instagram.com/lakeside"');
  expect(html).not.toMatch(/facebook\.com|\/\/x\.com/);
});

describe("a page's own text", () => {
  const body = "## Do you clean in [snow](/book)?\n\nYes, {company} does.";

  test("is shown at once, with its structured data, also where the page was cached", async () => {
    expect(await htmlOf("/faq")).toContain("How do I book a cleaning?");
    const cleared = runtime.pages.generation();
    const saved = await send("/admin/content/faq", { intent: "publish", seen: "0", body });
    expect(saved.status).toBe(303);
    await until(async () => runtime.pages.generation() > cleared);
    const html = await htmlOf("/faq");
    expect(visibleText(html)).toMatch(/Do you clean in snow\?\s*Yes, White Birch Cleaning does\./);
    expect(html).toContain('"name":"Do you clean in snow?"');
    expect(html).not.toContain("How do I book a cleaning?");
  });

  test("can be read by a preview link before it is published, without being cached or listed", async () => {
    await send("/admin/content/faq", { intent: "save", seen: "0", body });
    const [link = ""] =
      /https:\/\/site\.example\/preview\/faq[^"]*/.exec(await htmlOf("/admin/content/faq", { Cookie })) ?? [];
    const preview = await get(link.replaceAll("&amp;", "&").replace(ORIGIN, ""));
    expect(preview.status).toBe(200);
    expect(preview.headers.get("Cache-Control")).toBe("no-store");
    const html = await preview.text();
    expect(html).toContain('<meta name="robots" content="noindex"/>');
    expect(visibleText(html)).toContain("Do you clean in snow?");
    expect(await htmlOf("/faq")).not.toContain("Do you clean in");
    expect((await get("/preview/faq?version=1&until=9999999999&key=x")).status).toBe(404);
  });

  test("is kept when it is refused, with a message at the field", async () => {
    const refused = await send("/admin/content/faq", {
      intent: "publish",
      seen: "0",
      body: "## Q\n\n[x](javascript:alert(1))",
    });
    expect(refused.status).toBe(400);
    const html = await refused.text();
    expect(visibleText(html)).toContain("The link in line 3 must begin with https://, mailto:, tel: or /.");
    expect(html).toContain("[x](javascript:alert(1))</textarea>");
    expect(await pool.query("select from site_texts")).toMatchObject({ rowCount: 0 });
  });

  test("that somebody else has saved meanwhile is not replaced, and what they changed is shown", async () => {
    await send("/admin/content/faq", { seen: "0", body: "## Theirs?\n\nYes." });
    const refused = await send("/admin/content/faq", { seen: "0", body: "## Mine?\n\nYes." });
    expect(refused.status).toBe(409);
    const html = await refused.text();
    expect(html).toContain("## Mine?\n\nYes.</textarea>");
    expect(visibleText(html)).toMatch(/Someone else saved this text.*added: .*Theirs\?/s);
  });

  test("has versions with their difference, and an earlier one can be restored", async () => {
    await send("/admin/content/faq", { intent: "publish", seen: "0", body: "## At ten?\n\nYes." });
    await send("/admin/content/faq", { intent: "publish", seen: "1", body: "## At eight?\n\nYes." });
    const html = await htmlOf("/admin/content/faq/versions", { Cookie });
    expect(html).toMatch(/<del[^>]*>.*?ten<\/del><ins[^>]*>.*?eight<\/ins>/s);
    expect((await send("/admin/content/faq/versions", { version: "1", seen: "2" })).status).toBe(303);
    expect(await htmlOf("/admin/content/faq", { Cookie })).toContain("## At ten?\n\nYes.</textarea>");
    expect(visibleText(await htmlOf("/faq"))).toContain("At eight?");
  });

  test("shows all that was written, at whatever depth", async () => {
    const deep = (title: string) => `${title}\n\n### Inner\n\nDeep within.\n\n#### Inmost\n\n1. At last.`;
    const texts = {
      faq: deep("## Why?\n\nBecause."),
      terms: `# Terms\n\nToday.\n\nNow.\n\nHello.\n\n${deep("## Rules")}`,
      about: `# Us\n\nHello.\n\n${deep("## Values\n\nWe care.")}\n\n${deep("## People\n\nAll of us.")}\n\n${deep("## Prizes")}`,
    };
    for (const [name, body] of Object.entries(texts)) {
      await send(`/admin/content/${name}`, { intent: "publish", seen: "0", body });
      const shown = visibleText(await htmlOf(`/${name}`));
      for (const line of body.split("\n\n")) expect(shown).toContain(line.replace(/^(#+|1\.) /, ""));
    }
  });

  test("can't be edited by who may not, nor by who never may", async () => {
    const { cookie } = await signedIn(site, { role: "dispatcher" });
    expect((await get("/admin/content/faq", { Cookie: cookie })).status).toBe(403);
    expect((await send("/admin/content/faq", { seen: "0", body }, { Cookie: cookie })).status).toBe(403);
    expect((await send("/admin/content/faq/preview", { body }, { Cookie: cookie })).status).toBe(403);
    expect((await send("/admin/content/faq/preview", { body }, {})).status).toBe(303);
    for (const name of ["nothing", "article-7", "__proto__", "constructor"])
      expect((await get(`/admin/content/${name}`, { Cookie })).status, name).toBe(404);
  });
});

describe("the live preview", () => {
  test("draws the page from what is typed, and saves nothing", async () => {
    const page = await send("/admin/content/about/preview", { body: "# Our Snow\n\nBy {company}." });
    expect(page.status).toBe(200);
    expect(page.headers.get("Cache-Control")).toBe("no-store");
    expect(visibleText(await page.text())).toMatch(/Our Snow\s*By White Birch Cleaning\./);
    expect(await pool.query("select from site_texts")).toMatchObject({ rowCount: 0 });
  });

  test.each(["home", "about", "faq", "privacy", "terms", "security-policy", "article-new", "opening-new"])(
    "of %s draws an empty text too",
    async (name) => {
      expect((await send(`/admin/content/${name}/preview`, {})).status).toBe(200);
    },
  );

  test("never runs what is typed", async () => {
    const body =
      '# x\n\n<script>alert(1)</script>\n\n[a](javascript:alert(2)) <img src=x onerror="alert(3)">';
    for (const name of ["about", "terms", "article-new"]) {
      const html = await (
        await send(`/admin/content/${name}/preview`, { body, title: "<script>alert(4)" })
      ).text();
      expect(html).toContain("</html>");
      expect(html).toMatch(name === "article-new" ? /&lt;script&gt;alert\(4\)/ : /<h1/);
      expect(html).not.toMatch(/<script>alert|javascript:|onerror/);
    }
  });
});

describe("the home page", () => {
  test("has the company's words, as text", async () => {
    const words = { headline: "Snow & <b>sun</b>", lead: "All year.", note: "In Concord", closing: "Well?" };
    expect((await send("/admin/content/home", { intent: "publish", seen: "0", ...words })).status).toBe(303);
    const html = await htmlOf("/");
    expect(html).toContain("Snow &amp; &lt;b&gt;sun&lt;/b&gt;");
    for (const phrase of ["All year.", "In Concord", "Well?"]) expect(visibleText(html)).toContain(phrase);
  });
});

describe("the text of a service", () => {
  const EDITOR = "/admin/content/service-deep-cleaning";
  const PAGE = "/services/deep-cleaning";
  const body = "## What is *in* it\n\nOvens, by {company}.\n\n1 < 2";

  test("makes it a page, with its card, sitemap and data, until it is taken off the site", async () => {
    expect((await get(PAGE)).status).toBe(404);
    for (const path of ["/services", "/sitemap.xml"]) expect(await htmlOf(path), path).not.toContain(PAGE);
    expect(visibleText(await htmlOf(EDITOR, { Cookie }))).toMatch(/Deep Cleaning\s*No text/);
    expect((await send(EDITOR, { intent: "save", seen: "0", body })).status).toBe(303);
    expect((await get(PAGE)).status).toBe(404);
    expect((await send(EDITOR, { intent: "publish", seen: "1", body })).status).toBe(303);
    await until(async () => (await get(PAGE)).status === 200);
    const html = await htmlOf(PAGE);
    expect(visibleText(html)).toMatch(
      /Deep Cleaning.*Book Now.*What is in it\s*Ovens, by White Birch Cleaning\.\s*1 &lt; 2/,
    );
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}${PAGE}"`);
    expect(html).toContain('"@type":"Service"');
    expect(await htmlOf("/services")).toMatch(/href="\/services\/deep-cleaning"[^>]*>More about/);
    expect(await htmlOf("/sitemap.xml")).toContain(`<loc>${ORIGIN}${PAGE}</loc>`);
    expect(await htmlOf("/admin/content", { Cookie })).toContain(`href="${PAGE}"`);
    expect((await send(EDITOR, { intent: "unpublish" })).status).toBe(303);
    await until(async () => (await get(PAGE)).status === 404);
    for (const path of ["/services", "/sitemap.xml"]) expect(await htmlOf(path), path).not.toContain(PAGE);
  });

  test("goes with its service, and there is none for a service that is not there", async () => {
    await send(EDITOR, { intent: "publish", seen: "0", body });
    await until(async () => (await get(PAGE)).status === 200);
    await pool.query("update services set is_active = false where id = 'deep-cleaning'");
    try {
      await until(async () => (await get(PAGE)).status === 404);
      expect(await htmlOf("/sitemap.xml")).not.toContain(PAGE);
    } finally {
      await pool.query("update services set is_active = true where id = 'deep-cleaning'");
    }
    const other = "/admin/content/service-nothing";
    expect((await get(other, { Cookie })).status).toBe(404);
    expect((await send(other, { intent: "publish", seen: "0", body })).status).toBe(404);
    expect((await send(`${other}/preview`, { body })).status).toBe(404);
    expect((await get("/services/nothing")).status).toBe(404);
  });

  test("is refused with its line if it is hostile, and never runs in the preview", async () => {
    const hostile = "Hello.\n\n[x](javascript:alert(1)) <script>alert(2)</script>";
    const refused = await send(EDITOR, { intent: "publish", seen: "0", body: hostile });
    expect([refused.status, visibleText(await refused.text())]).toEqual([
      400,
      expect.stringContaining("The link in line 3 must begin with"),
    ]);
    const preview = await (await send(`${EDITOR}/preview`, { body: hostile })).text();
    expect(visibleText(preview)).toMatch(/Deep Cleaning.*Hello\./);
    expect(preview).not.toMatch(/<script>alert|javascript:/);
  });
});

describe("an own article", () => {
  const publish = (changes = {}, to = "article-new", seen = "0") =>
    send(`/admin/content/${to}`, { intent: "publish", seen, ...ARTICLE, ...changes });

  test("is at once in the list, feed, sitemap and at its address", async () => {
    const saved = await publish();
    expect(saved.headers.get("Location")).toBe("/admin/content/article-101");
    expect(await htmlOf("/blog")).toContain('href="/blog/snow"');
    expect(await htmlOf("/blog/rss.xml")).toContain(`<link>${ORIGIN}/blog/snow</link>`);
    expect(await htmlOf("/sitemap.xml")).toContain(
      `<loc>${ORIGIN}/blog/snow</loc><lastmod>2026-05-30</lastmod>`,
    );
    const html = await htmlOf("/blog/snow");
    expect(visibleText(html)).toContain("Some words of White Birch Cleaning.");
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/blog/snow"`);
  });

  test("leads from its number and its earlier address to its new one", async () => {
    await publish();
    await publish({ slug: "sleet" }, "article-101", "1");
    for (const old of ["/blog/101", "/blog/snow"]) {
      const response = await get(old);
      expect([response.status, response.headers.get("Location")]).toEqual([301, "/blog/sleet"]);
    }
    expect((await get("/blog/sleet")).status).toBe(200);
  });

  test("is found helpful and saved at its address", async () => {
    await publish();
    const vote = await send("/blog/snow/helpful", {}, {});
    const cookie = vote.headers.getSetCookie().find((one) => one.startsWith("wb_voter")) ?? "";
    expect([vote.status, vote.headers.get("Location")]).toEqual([307, "/blog/snow/helpful?again"]);
    expect(cookie).toContain("Path=/blog/snow;");
    const again = await send("/blog/snow/helpful?again", {}, { Cookie: cookie.split(";")[0] ?? "" });
    expect(again.headers.get("Location")).toBe("/blog/snow#end");
    expect(await htmlOf("/blog/snow")).toContain("1 person found this helpful");
  });

  test("that is taken off the site is gone from everywhere", async () => {
    await publish();
    expect((await send("/admin/content/article-101", { intent: "unpublish" })).status).toBe(303);
    expect((await get("/blog/snow")).status).toBe(404);
    for (const path of ["/blog", "/blog/rss.xml", "/sitemap.xml"])
      expect(await htmlOf(path), path).not.toContain("/blog/snow");
  });
});

test("pages keep the company's own words while the database is away, and are not cached then", async () => {
  await send("/admin/content/terms", { intent: "publish", seen: "0", body: "# Our terms\n\nSnow only." });
  expect(visibleText(await htmlOf("/terms"))).toContain("Snow only.");
  await pool.query("alter table site_texts rename to away");
  const response = await get("/terms?anew");
  await pool.query("alter table away rename to site_texts");
  expect(response.headers.get("Cache-Control")).toBe("no-store");
  expect(visibleText(await response.text())).toContain("Snow only.");
});
