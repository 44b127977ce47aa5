import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { afterAll, beforeEach, expect, test } from "vitest";
import { listenForChanges } from "~/platform/database/change-listener.server";
import { ORIGIN, testApp, until, visibleText } from "../support/app";
import { signedIn } from "../support/sign-in";

const site = await testApp();
const { app, get, clear, connection, runtime } = site;
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
  ({ cookie: Cookie } = await signedIn(site, { role: "owner" }));
});

const htmlOf = async (path: string, headers = {}) => (await get(path, headers)).text();
const PAGE = "/admin/content/pictures";
const UPLOAD = `${PAGE}/upload`;

async function png(width = 500, background = "#2a6") {
  const bytes = await sharp({ create: { width, height: 300, channels: 3, background } })
    .png()
    .toBuffer();
  return new File([new Uint8Array(bytes)], "sill.png");
}

async function send(path: string, fields: Record<string, string>, file?: File, headers = { Cookie }) {
  const body = new FormData();
  for (const [name, value] of Object.entries({ form_id: randomUUID(), ...fields })) body.set(name, value);
  if (file) body.set("picture", file);
  return app.request(
    new Request(ORIGIN + path, { method: "POST", body, headers: { ...headers, Origin: ORIGIN } }),
  );
}

async function aPicture(): Promise<{ markdown: string; number: number }> {
  const answer = await send(UPLOAD, { alt: "A sill in snow" }, await png());
  const { markdown } = (await answer.json()) as { markdown: string };
  return { markdown, number: Number(/\d+/.exec(markdown)?.[0]) };
}

const publish = (name: string, fields: Record<string, string>) =>
  app.request(
    new Request(`${ORIGIN}/admin/content/${name}`, {
      method: "POST",
      body: new URLSearchParams({ form_id: randomUUID(), intent: "publish", seen: "0", ...fields }),
      headers: { Cookie, Origin: ORIGIN },
    }),
  );

const ARTICLE = {
  ...{ title: "Snow on the sill", excerpt: "What it does.", category: "Seasonal", author: "{company}" },
  ...{ date: "2026-05-30", slug: "snow", image: "" },
};

test("a picture of the editor is in the text, and its files are open to everybody and kept for good", async () => {
  const { markdown, number } = await aPicture();
  expect(markdown).toBe(`![A sill in snow](/pictures/${number})`);
  expect((await publish("about", { body: `# Us\n\nHello.\n\n${markdown}` })).status).toBe(303);
  await until(async () => (await htmlOf("/about")).includes("A sill in snow"));
  const html = await htmlOf("/about");
  expect(html).toMatch(/<source type="image\/avif" srcSet="\/pictures\/\d+\/[0-9a-f]{12}\/480\.avif 480w"/);
  expect(html).toMatch(/<img [^>]*alt="A sill in snow" width="480" height="288" loading="lazy"/);
  const [file = ""] = /\/pictures\/\d+\/[0-9a-f]{12}\/480\.avif/.exec(html) ?? [];
  const answer = await get(file);
  expect([answer.status, answer.headers.get("Content-Type")]).toEqual([200, "image/avif"]);
  expect(answer.headers.get("Cache-Control")).toBe("public, max-age=31536000, immutable");
  const whole = await get(`/pictures/${number}`);
  expect([whole.headers.get("Content-Type"), whole.headers.get("Cache-Control")]).toEqual([
    "image/webp",
    "public, max-age=60, immutable",
  ]);
  for (const missing of ["/pictures/999", `/pictures/${number}/x/9.avif`, "/pictures/x", "/pictures/0"])
    expect((await get(missing)).status, missing).toBe(404);
});

test("a picture that nothing on the site shows can't be found by its number, but by those who edit the site", async () => {
  const { markdown, number } = await aPicture();
  const address = `/pictures/${number}`;
  const seen = async (headers = {}, path = address) => {
    const answer = await get(path, headers);
    return [answer.status, answer.headers.get("Cache-Control")?.split(",")[0]];
  };
  const nothing = [404, "no-store"];
  expect(await seen()).toEqual(nothing);
  expect(await seen({}, `${address}/0123456789ab/480.avif`)).toEqual(nothing);
  expect(await seen({ Cookie })).toEqual([200, "private"]);
  const { cookie } = await signedIn(site, { role: "user", email: "ada@mail.example" });
  expect(await seen({ Cookie: cookie })).toEqual(nothing);
  const article = { ...ARTICLE, body: `Words.\n\n${markdown}` };
  await publish("article-new", { ...article, intent: "save" });
  expect(await seen()).toEqual(nothing);
  await publish("article-101", { ...article, seen: "1", body: `Words.\n\n![x](/pictures/${number}) now` });
  expect(await seen()).toEqual([200, "public"]);
  expect(await seen({}, `${address}0`)).toEqual(nothing);
  await publish("article-101", { intent: "hide" });
  expect(await seen()).toEqual(nothing);
});

test("a picture without a description, or of no site, is refused with its line, and the text is kept", async () => {
  const { number } = await aPicture();
  const refusal = async (body: string) => {
    const answer = await publish("faq", { body });
    const html = await answer.text();
    expect(html).toContain("</textarea>");
    return [answer.status, visibleText(html)];
  };
  expect(await refusal(`## Why?\n\nYes.\n\n![](/pictures/${number})`)).toEqual([
    400,
    expect.stringContaining("The picture in line 5 has no description."),
  ]);
  expect(await refusal("## Why?\n\n![x](https://elsewhere.example/x.png)")).toEqual([
    400,
    expect.stringContaining("The picture in line 3 is not one of this site."),
  ]);
  expect(await refusal("## Why?\n\n![x](/pictures/987)")).toEqual([
    400,
    expect.stringContaining("There is no picture 987 on this site."),
  ]);
  expect((await publish("faq", { body: `## Why?\n\n![](/pictures/${number} "decorative")` })).status).toBe(
    303,
  );
});

test("a cover is on the article, in the list and what others see when it is shared", async () => {
  const { number } = await aPicture();
  expect(
    (await publish("article-new", { ...ARTICLE, image: `picture-${number}`, body: "Words." })).status,
  ).toBe(303);
  await until(async () => (await htmlOf("/blog")).includes("Snow on the sill"));
  expect(await htmlOf("/blog")).toContain('alt="A sill in snow"');
  const html = await htmlOf("/blog/snow");
  expect(html).toMatch(
    /property="og:image" content="https:\/\/site\.example\/pictures\/\d+\/\w{12}\/share\.jpeg"/,
  );
  expect(html).toMatch(/<img src="\/pictures\/[^>]*fetchPriority="high"/);
});

test("the feed has pictures with whole addresses", async () => {
  const { markdown } = await aPicture();
  await publish("article-new", { ...ARTICLE, body: `Words.\n\n${markdown}` });
  await until(async () => (await htmlOf("/blog/rss.xml")).includes("Snow on the sill"));
  const feed = await htmlOf("/blog/rss.xml");
  expect(feed).toMatch(/<img src="https:\/\/site\.example\/pictures\/\d+\/\w{12}\/480\.webp"/);
  expect(feed).not.toContain("<picture");
});

test("previews show a picture that is not published yet", async () => {
  const { markdown } = await aPicture();
  const preview = await app.request(
    new Request(`${ORIGIN}/admin/content/about/preview`, {
      method: "POST",
      body: new URLSearchParams({ body: `# Us\n\nHello.\n\n${markdown}` }),
      headers: { Cookie, Origin: ORIGIN },
    }),
  );
  expect(await preview.text()).toContain('alt="A sill in snow" width="480"');
});

test("without script a picture is added, described, replaced and deleted on a page of its own", async () => {
  const refused = await send(PAGE, { intent: "add" }, await png());
  expect([refused.status, visibleText(await refused.text())]).toEqual([
    400,
    expect.stringContaining("Say what the picture shows, or that it only decorates."),
  ]);
  const none = await send(PAGE, { intent: "add", alt: "A sill" });
  expect([none.status, await none.text()]).toEqual([
    400,
    expect.stringMatching(/Choose a picture\..*value="A sill"/s),
  ]);
  expect((await send(PAGE, { intent: "add", decorative: "on" }, await png())).status).toBe(303);
  const html = await htmlOf(PAGE, { Cookie });
  const [, number = ""] = /Picture (\d+), opens in a new tab/.exec(html) ?? [];
  expect(visibleText(html)).toMatch(/Only decorates.*Not used/);
  expect((await send(PAGE, { intent: "describe", number, alt: "A <b>sill</b>" })).status).toBe(303);
  expect(await htmlOf(PAGE, { Cookie })).toContain("A &lt;b&gt;sill&lt;/b&gt;");
  await publish("about", { body: `# Us\n\nHello.\n\n![A sill](/pictures/${number})` });
  expect((await send(PAGE, { intent: "replace", number }, await png(800, "#a26"))).status).toBe(303);
  await until(async () => (await htmlOf("/about")).includes('width="750"'));
  const used = await send(PAGE, { intent: "delete", number });
  expect([used.status, visibleText(await used.text())]).toEqual([
    409,
    expect.stringContaining("This picture is used in a text."),
  ]);
  expect(visibleText(await htmlOf(PAGE, { Cookie }))).toContain("Used in About");
  await publish("about", { seen: "1", body: "# Us\n\nHello." });
  expect((await send(PAGE, { intent: "delete", number })).status).toBe(303);
  expect(visibleText(await htmlOf(PAGE, { Cookie }))).toContain("No pictures yet.");
  expect((await send(PAGE, { intent: "delete", number })).status).toBe(404);
});

test("only who may edit the site can add pictures", async () => {
  const { cookie } = await signedIn(site, { role: "bookkeeper", email: "book@mail.example" });
  expect((await send(UPLOAD, { alt: "x" }, await png(), { Cookie: cookie })).status).toBe(403);
  expect((await send(PAGE, { intent: "add", alt: "x" }, await png(), { Cookie: cookie })).status).toBe(403);
  const stranger = await send(UPLOAD, { alt: "x" }, await png(), { Cookie: "" });
  expect([303, 403]).toContain(stranger.status);
});
