import { beforeEach, describe, expect, test } from "vitest";
import { ORIGIN, testApp, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf, visitor } from "../support/visitor";

const app = await testApp();
const { pool, get, clear } = app;
beforeEach(clear);

const pageOf = async (path: string, headers: Record<string, string> = {}) => {
  const response = await get(path, headers);
  const html = await response.text();
  return { status: response.status, headers: response.headers, html, text: visibleText(html) };
};

/** A browser without script, signed in if `member`. */
async function reader({ member = false } = {}) {
  const browser = visitor(app);
  if (!member) return browser;
  for (const pair of (await signedIn(app)).cookie.split("; ")) {
    const [name = "", ...value] = pair.split("=");
    browser.jar.set(name, value.join("="));
  }
  return browser;
}

describe("the blog list", () => {
  test("has the featured article, the other five and the links to go on", async () => {
    const { status, html, text } = await pageOf("/blog");
    expect(status).toBe(200);
    for (const phrase of [
      "White Birch Cleaning Blog",
      "Tips, trends, and insights for cleaner, healthier spaces.",
      "Featured Post",
      "Recent Posts",
      "Subscribe to Our Newsletter",
      "Stay updated with our latest cleaning tips, service announcements, and special offers.",
    ]) {
      expect(text).toContain(phrase);
    }
    const links = [...html.matchAll(/href="(\/blog\/\d+)"[^>]*>(Read More|Read)</g)].map(
      ([, href, phrase]) => `${phrase} ${href}`,
    );
    expect(links).toEqual(["Read More /blog/1", ...[2, 3, 4, 5, 6].map((id) => `Read /blog/${id}`)]);
  });

  test("shows pages without articles as disabled links", async () => {
    const { html } = await pageOf("/blog");
    const disabled = [...html.matchAll(/aria-disabled="true" aria-label="([^"]*)"/g)].map(([, name]) => name);
    expect(disabled).toEqual(["Previous", "Page 2", "Page 3", "Next"]);
    expect(html).toMatch(/href="\/blog" aria-label="Page 1" aria-current="page"/);
  });

  test.each(["2", "0", "-1", "abc", "1e0", "%F0%9F%92%A9", "9".repeat(400)])(
    "redirects page %s, which has no articles, to the first",
    async (page) => {
      const response = await get(`/blog?page=${page}`);
      expect([response.status, response.headers.get("Location")]).toEqual([302, "/blog"]);
    },
  );

  test("links to the feed", async () => {
    for (const path of ["/blog", "/blog/4"]) {
      expect((await pageOf(path)).html).toMatch(
        /<link [^>]*rel="alternate" type="application\/rss\+xml" [^>]*href="\/blog\/rss.xml"/,
      );
    }
  });
});

describe("an article", () => {
  test.each([1, 2, 3, 4, 5, 6])(
    "%i has its headings, lists, a quote with its author, and an end",
    async (id) => {
      const { status, html, text } = await pageOf(`/blog/${id}`);
      expect(status).toBe(200);
      const body = /<article[\s\S]*<\/article>/.exec(html)?.[0] ?? "";
      for (const part of ["<h2 id=", "<ul ", "<figcaption", "<blockquote"]) expect(body).toContain(part);
      expect(body.match(/<table/g)?.length ?? 0).toBe(id === 5 ? 3 : 0);
      expect(body.includes("<img")).toBe(id === 1);
      for (const phrase of [
        "Found this helpful",
        "Enjoyed this article?",
        "Related Posts",
        "Share",
        "Save",
      ]) {
        expect(text).toContain(phrase);
      }
      expect(text.match(/Back to Blog/g)).toHaveLength(2);
      expect(text).not.toMatch(/\{company\}|undefined|\[object/);
      expect(text).toContain("White Birch Cleaning");
    },
  );

  test("has structured data", async () => {
    const { html } = await pageOf("/blog/5");
    const blocks = [...html.matchAll(/<script type="application\/ld\+json">([\s\S]*?)<\/script>/g)];
    const [article, crumbs] = blocks.map(([, json]) => JSON.parse(json ?? ""));
    expect(article).toMatchObject({
      "@type": "Article",
      datePublished: "2024-03-08",
      author: { "@type": "Organization", name: "White Birch Cleaning" },
      mainEntityOfPage: `${ORIGIN}/blog/5`,
    });
    expect(crumbs.itemListElement.map(({ item }: { item: string }) => item)).toEqual([
      `${ORIGIN}/`,
      `${ORIGIN}/blog`,
      `${ORIGIN}/blog/5`,
    ]);
    expect(html).toContain(`<link rel="canonical" href="${ORIGIN}/blog/5"`);
  });

  test("marks header cells and names each table", async () => {
    const { html } = await pageOf("/blog/5");
    expect(html).toMatch(/<table aria-label="Kitchen and bathrooms"/);
    expect(html).toMatch(/<th scope="col"[^>]*>How often</);
    expect(html).toMatch(/<th scope="row"[^>]*>Dishcloth</);
  });

  test.each([
    "0",
    "7",
    "99",
    "abc",
    "1abc",
    "1.5",
    "-1",
    "01",
    "%00",
    "%F0%9F%92%A9",
    "1%2F..%2F2",
    "9".repeat(99),
  ])("is not found for %s", async (id) => {
    const { status, text, html, headers } = await pageOf(`/blog/${id}`);
    if (id === "%00") return expect(status).toBe(400);
    expect(status).toBe(404);
    expect(text.replaceAll("&#x27;", "'")).toContain(
      "Sorry, the blog post you're looking for doesn't exist.",
    );
    expect(text).toContain("Blog Post Not Found");
    expect(html).toContain('name="robots" content="noindex"');
    expect(html).toMatch(/href="\/blog"[^>]*>[\s\S]{0,400}Back to Blog/);
    expect(headers.get("Cache-Control")).toContain("private");
  });
});

describe("'Found this helpful'", () => {
  type Browser = Awaited<ReturnType<typeof reader>>;
  const press = (browser: Browser, id: number | string = 3) => browser.send(`/blog/${id}/helpful`, {});
  /** Follows a 307 by sending the same again, as browsers do. */
  const follow = async (browser: Browser, answer: Response) =>
    answer.status === 307 ? browser.send(answer.headers.get("Location") ?? "", {}) : answer;
  const helpful = async (browser: Browser, id?: number | string) => follow(browser, await press(browser, id));
  const voters = async () =>
    (await pool.query("select article_id, visitor_id from article_votes order by created_at")).rows;

  test("counts a visitor once, thanks every time, and shows everybody the number", async () => {
    const [ada, eve] = [await reader(), await reader()];
    const first = await helpful(ada);
    expect([first.status, first.headers.get("Location")]).toEqual([303, "/blog/3#end"]);
    expect(toastOf(first)?.title).toBe("Thank you!");
    expect(toastOf(await helpful(ada))?.title).toBe("You have already told us. Thank you!");
    expect(await voters()).toHaveLength(1);
    expect((await pageOf("/blog/3")).text).toContain("1 person found this helpful");
    await helpful(eve);
    expect((await pageOf("/blog/3")).text).toContain("2 people found this helpful");
    expect((await pageOf("/blog/4")).text).not.toContain("found this helpful");
  });

  test("counts one of two simultaneous presses, the one that the browser follows", async () => {
    const ada = await reader();
    const [, last] = await Promise.all([press(ada), press(ada)]);
    expect(await voters()).toEqual([]);
    expect(toastOf(await follow(ada, last))?.title).toBe("Thank you!");
    expect(await voters()).toHaveLength(1);
    expect(toastOf(await helpful(ada))?.title).toBe("You have already told us. Thank you!");
  });

  test("counts at once when sent by script, which sends one of two presses", async () => {
    const ada = await reader();
    const live = () => ada.send("/blog/3/helpful", {}, { "X-Live": "/blog/3" });
    expect(toastOf(await live())?.title).toBe("Thank you!");
    expect(toastOf(await live())?.title).toBe("You have already told us. Thank you!");
    expect(await voters()).toHaveLength(1);
  });

  test("counts nobody without cookies and causes no redirect loop", async () => {
    const answer = await press(await reader());
    const again = await (await reader()).send(answer.headers.get("Location") ?? "", {});
    expect([again.status, again.headers.get("Location")]).toEqual([303, "/blog/3#end"]);
    expect(await voters()).toEqual([]);
  });

  test("shows voters that they are counted, and does not look like a switch", async () => {
    const ada = await reader();
    await helpful(ada);
    const own = await (await ada.get("/blog/3")).text();
    expect(own).toContain('aria-label="Found this helpful, counted"');
    expect((await pageOf("/blog/3")).html).not.toContain(", counted");
    expect(own).not.toContain("aria-pressed");
  });

  test("stores a random number in a cookie for that article only, for a year, hidden from scripts", async () => {
    const cookies = (await press(await reader())).headers.getSetCookie();
    const cookie = cookies.find((one) => one.startsWith("wb_voter="));
    expect(cookie).toMatch(
      /^wb_voter=[0-9a-f-]{36}\.[\w-]{43}; Path=\/blog\/3; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure$/,
    );
  });

  const UUID = "6b1f7c1e-0d5c-4a5e-9c1f-2f1d3a4b5c6d";
  test.each(["", "nonsense", "x".repeat(4000), UUID, `${UUID}.`, `${UUID}.${"A".repeat(43)}`])(
    "ignores an unsigned number: %j",
    async (made) => {
      const browser = await reader();
      browser.jar.set("wb_voter", made);
      expect((await helpful(browser)).status).toBe(303);
      const value = browser.jar.get("wb_voter") ?? "";
      expect(value).not.toBe(made);
      expect((await voters()).map(({ visitor_id }) => visitor_id)).toEqual([value.split(".")[0]]);
    },
  );

  test("ignores the number of another article", async () => {
    const browser = await reader();
    await helpful(browser, 4);
    const other = browser.jar.get("wb_voter");
    await helpful(browser, 3);
    expect(browser.jar.get("wb_voter")).not.toBe(other);
  });

  test("says so when a vote can't be stored", async () => {
    const ada = await reader();
    await pool.query("alter table article_votes rename to away");
    const answer = await helpful(ada).finally(() => pool.query("alter table away rename to article_votes"));
    expect([answer.status, answer.headers.get("Location")]).toEqual([303, "/blog/3#end"]);
    expect(toastOf(answer)).toMatchObject({ title: "That didn’t go through.", destructive: true });
  });

  test("for an unknown article is not found", async () => {
    for (const id of ["99", "abc", "0"]) expect((await helpful(await reader(), id)).status).toBe(404);
    expect(await voters()).toEqual([]);
  });

  test("from another site is refused, and GET counts nothing", async () => {
    const response = await (await reader()).send("/blog/3/helpful", {}, { Origin: "https://other.example" });
    expect(response.status).toBe(403);
    expect((await get("/blog/3/helpful")).headers.get("Location")).toBe("/blog/3");
    expect(await voters()).toEqual([]);
  });

  test("too often is refused with a readable error", async () => {
    const limited = visitor(await testApp({ rateLimitFactor: 0.01 }));
    const titles = [1, 2, 3, 4].map(
      async (id) => toastOf(await limited.send(`/blog/${id}/helpful`, {}))?.title,
    );
    expect(await Promise.all(titles)).toContain("Too many attempts");
  });
});

describe("'Save'", () => {
  const save = (browser: Awaited<ReturnType<typeof reader>>, id: number | string, fields = {}) =>
    browser.send(`/blog/${id}/save`, fields);
  const titles = async (browser: Awaited<ReturnType<typeof reader>>) => {
    const html = await (await browser.get("/blog/saved")).text();
    return [...html.matchAll(/action="\/blog\/(\d+)\/save"/g)].map(([, id]) => Number(id));
  };

  test("stores a guest's articles on their device and removes them there", async () => {
    const guest = await reader();
    const response = await save(guest, 3);
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/blog/3"]);
    expect(toastOf(response)).toMatchObject({
      title: "Article Bookmarked!",
      description: "This article has been saved to your bookmarks.",
    });
    const cookie = response.headers.getSetCookie().find((one) => one.startsWith("wb_saved="));
    expect(cookie).toBe("wb_saved=3; Path=/blog; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure");
    for (const id of [6, 3, 6]) await save(guest, id);
    expect(await titles(guest)).toEqual([6, 3]);
    expect(visibleText(await (await guest.get("/blog/3")).text())).toContain("Saved, press to remove");
    expect(await (await guest.get("/blog")).text()).toContain('href="/blog/saved"');
    const removed = await save(guest, 3, { keep: "no", place: "saved" });
    expect([toastOf(removed)?.title, await titles(guest)]).toEqual(["Bookmark Removed", [6]]);
    await save(guest, 6, { keep: "no" });
    expect(guest.jar.has("wb_saved")).toBe(false);
    expect((await pool.query("select 1 from saved_articles")).rows).toEqual([]);
  });

  test("offers a guest's articles to their account after login and moves them once", async () => {
    const ada = await reader({ member: true });
    await save(ada, 1);
    ada.jar.set("wb_saved", "6.3.1");
    const offer = async () => visibleText(await (await ada.get("/blog/saved")).text());
    expect(await offer()).toContain("You saved 2 articles on this device");
    expect(await titles(ada)).toEqual([1]);
    const moved = await ada.send("/blog/saved", { intent: "keep" });
    expect([moved.status, toastOf(moved)?.title]).toEqual([303, "Saved to your account"]);
    expect((await titles(ada)).toSorted()).toEqual([1, 3, 6]);
    expect([ada.jar.has("wb_saved"), (await offer()).includes("on this device")]).toEqual([false, false]);
    await ada.send("/blog/saved", { intent: "keep" });
    expect(await titles(ada)).toHaveLength(3);
    ada.jar.set("wb_saved", "2");
    await ada.send("/blog/saved", { intent: "forget" });
    expect([await titles(ada), ada.jar.has("wb_saved")]).toEqual([expect.not.arrayContaining([2]), false]);
  });

  test.each(["99.abc.-1.3.3", `3.${"7.".repeat(5000)}`, "%00", "3;drop"])(
    "reads only existing articles from a device: %.20s",
    async (value) => {
      const guest = await reader();
      guest.jar.set("wb_saved", value);
      expect((await titles(guest)).filter((id) => id !== 3)).toEqual([]);
      expect((await guest.get("/blog/3")).status).toBe(200);
    },
  );

  test("moves nothing to an account without a session", async () => {
    const guest = await reader();
    await save(guest, 3);
    const response = await guest.send("/blog/saved", { intent: "keep" });
    expect(response.headers.get("Location")).toBe("/login?redirect=%2Fblog%2Fsaved");
    expect(await titles(guest)).toEqual([3]);
  });

  test("stores an article once for a signed-in reader", async () => {
    const ada = await reader({ member: true });
    const response = await save(ada, 3, { place: "end" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/blog/3#end"]);
    expect(toastOf(response)).toMatchObject({
      title: "Article Bookmarked!",
      description: "This article has been saved to your bookmarks.",
    });
    await Promise.all([save(ada, 3), save(ada, 3)]);
    await save(ada, 6);
    expect(await titles(ada)).toEqual([6, 3]);
    expect(visibleText(await (await ada.get("/blog/3")).text())).toContain("Saved, press to remove");
  });

  test("says so when it can't be stored, or the session can't be read", async () => {
    for (const table of ["saved_articles", "sessions"]) {
      const ada = await reader({ member: true });
      await pool.query(`alter table ${table} rename to away`);
      const answer = await save(ada, 3).finally(() => pool.query(`alter table away rename to ${table}`));
      expect([answer.status, answer.headers.get("Location")], table).toEqual([303, "/blog/3"]);
      expect(toastOf(answer)).toMatchObject({ title: "That didn’t go through.", destructive: true });
    }
  });

  test("removes an article", async () => {
    const ada = await reader({ member: true });
    await save(ada, 3);
    const response = await save(ada, 3, { keep: "no", place: "saved" });
    expect(response.headers.get("Location")).toBe("/blog/saved");
    expect(toastOf(response)?.title).toBe("Bookmark Removed");
    expect(await titles(ada)).toEqual([]);
    expect(visibleText(await (await ada.get("/blog/saved")).text())).toContain("Nothing saved yet");
  });

  test("is separate for each reader", async () => {
    const [ada, eve] = [await reader({ member: true }), await reader({ member: true })];
    await save(ada, 3);
    await save(eve, 3, { keep: "no" });
    expect([await titles(ada), await titles(eve)]).toEqual([[3], []]);
  });

  test("redirects within the site only and ignores unexpected fields", async () => {
    const ada = await reader({ member: true });
    for (const place of [
      "https://evil.example",
      "//evil.example",
      "constructor",
      "__proto__",
      "toString",
      "\0",
    ]) {
      const response = await save(ada, 3, { place, keep: "\u202e", "a[9999999]": "1" });
      expect([response.status, response.headers.get("Location")]).toEqual([303, "/blog/3"]);
    }
  });

  test("for an unknown article is not found for anybody", async () => {
    for (const id of ["99", "abc", "saved"]) {
      expect((await save(await reader(), id)).status).toBe(404);
      expect((await save(await reader({ member: true }), id)).status).toBe(404);
    }
  });

  test("keeps a guest's pages and a reader's list out of the page cache", async () => {
    const ada = await reader({ member: true });
    expect(await (await ada.get("/blog")).text()).toContain('href="/blog/saved"');
    expect((await pageOf("/blog")).html).not.toContain('href="/blog/saved"');
    expect((await ada.get("/blog/saved")).headers.get("Cache-Control")).toBe("no-store");
    expect((await get("/blog/saved")).headers.get("Cache-Control")).toBe("no-store");
    const guest = await reader();
    await save(guest, 3);
    expect(visibleText(await (await guest.get("/blog/3")).text())).toContain("press to remove");
    expect((await pageOf("/blog/3")).text).not.toContain("press to remove");
  });
});

test("the feed has every article in full with absolute addresses", async () => {
  const response = await get("/blog/rss.xml");
  expect(response.headers.get("Content-Type")).toBe("application/rss+xml; charset=utf-8");
  const feed = await response.text();
  expect([...feed.matchAll(/<link>([^<]*)<\/link>/g)].map(([, link]) => link)).toEqual([
    `${ORIGIN}/blog`,
    ...[1, 2, 3, 4, 5, 6].map((id) => `${ORIGIN}/blog/${id}`),
  ]);
  expect(feed).not.toMatch(/href="\/|\{company\}/);
});
