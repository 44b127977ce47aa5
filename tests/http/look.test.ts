import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { picturesIn } from "~/features/notifications/email/logo.server";
import { seedSite } from "../../db/seed/site";
import { ORIGIN, testApp } from "../support/app";
import { signedIn } from "../support/sign-in";
import { toastOf } from "../support/visitor";

const site = await testApp();
const { app, get, pool, db, clear, clock, queues } = site;
let dana: Awaited<ReturnType<typeof signedIn>>;

beforeEach(async () => {
  await clear();
  await pool.query("delete from seeds; delete from admin_settings; delete from files");
  await seedSite(db, { kind: "own", email: "dana@lakeside.example", now: clock.now });
  dana = await signedIn(site, { role: "owner", first_name: "Dana", email: "dana@lakeside.example" });
});

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40"><circle cx="20" cy="20" r="18" fill="#0e7490"/></svg>';
const WIDE =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 240 60"><rect width="240" height="60" fill="#0e7490"/></svg>';

async function send(path: string, fields: Record<string, string>, logo?: string | Uint8Array<ArrayBuffer>) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  if (logo !== undefined) body.set("logo", new Blob([logo]), "logo.bin");
  const response = await app.request(
    new Request(ORIGIN + path, { method: "POST", headers: { Cookie: dana.cookie }, body }),
  );
  const html = await response.text();
  return {
    status: response.status,
    location: response.headers.get("Location"),
    html,
    toast: toastOf(response),
  };
}

const upload = (logo?: string | Uint8Array<ArrayBuffer>, fields: Record<string, string> = {}) =>
  send("/admin/settings/look", { accent: "#1d4ed8", ...fields }, logo);
const page = async (path: string) => (await get(path)).text();
const linkOf = (html: string, pattern: RegExp) => pattern.exec(html)?.[1] ?? "";
const shareOf = async () =>
  linkOf(await page("/"), /property="og:image" content="https:\/\/site\.example([^"]+)"/);
const pixels = async (address: string) => {
  const response = await get(address);
  expect([address, response.status]).toEqual([address, 200]);
  expect(response.headers.get("X-Content-Type-Options")).toBe("nosniff");
  expect(response.headers.get("Cache-Control")).toContain("immutable");
  return sharp(Buffer.from(await response.arrayBuffer()));
};
const aPng = async (width: number, height: number, background = "#0e7490") =>
  new Uint8Array(
    await sharp({ create: { width, height, channels: 4, background } })
      .png()
      .toBuffer(),
  );

describe("a logo", () => {
  test("shows on every page at once, served so that it can do nothing as a document", async () => {
    expect(await page("/")).not.toContain('<img src="/brand/');
    expect((await upload(SQUARE)).toast?.title).toBe("Look saved");
    const html = await page("/");
    const address = linkOf(html, /<img src="(\/brand\/[0-9a-f]{64}\.svg)"[^>]*alt=""/);
    expect(html).toContain("Your Company</span>");
    const response = await get(address);
    expect(response.headers.get("Content-Type")).toBe("image/svg+xml");
    expect(response.headers.get("Content-Security-Policy")).toBe(
      "default-src 'none'; frame-ancestors 'none'; sandbox",
    );
    expect(await response.text()).toContain('<circle cx="20" cy="20" r="18" fill="#0e7490"/>');
    const icon = linkOf(html, /rel="icon" href="([^"]+)" sizes="32x32"/);
    expect(await (await pixels(icon)).metadata()).toMatchObject({ width: 32, height: 32, format: "png" });
    const touch = linkOf(html, /rel="apple-touch-icon" href="([^"]+)"/);
    expect(await (await pixels(touch)).metadata()).toMatchObject({ width: 180, height: 180 });
  });

  test("that is wide stands for the name, and the icons show the letters", async () => {
    await upload(WIDE);
    const html = await page("/");
    expect(html).toMatch(/<img src="\/brand\/[0-9a-f]{64}\.svg"[^>]*alt="Your Company"/);
    const manifest = await (await get("/crew/app.webmanifest")).json();
    expect(manifest.icons.map(({ src }: { src: string }) => src)).toEqual([
      "/brand/YC-1d4ed8-192.png",
      "/brand/YC-1d4ed8-512.png",
      "/brand/YC-1d4ed8-maskable.png",
    ]);
    for (const { src, sizes } of manifest.icons) {
      const { width, height } = await (await pixels(src)).metadata();
      expect(`${width}x${height}`).toBe(sizes);
    }
    expect(html).toContain(`"logo":"${ORIGIN}/brand/YC-1d4ed8-512.png"`);
  });

  test("as PNG is decoded and encoded again, without what else was in the file", async () => {
    const png = await sharp({ create: { width: 2400, height: 600, channels: 4, background: "#0e7490" } })
      .withExif({ IFD0: { Artist: "Dana's phone" } })
      .png()
      .toBuffer();
    await upload(new Uint8Array(png));
    const address = linkOf(await page("/"), /<img src="(\/brand\/[0-9a-f]{64}\.png)"/);
    const kept = await (await pixels(address)).metadata();
    expect(kept).toMatchObject({ width: 1200, height: 300, format: "png" });
    expect(kept.exif).toBeUndefined();
  });

  test("is in emails, as a picture of its own, and in the office's copy of them", async () => {
    await upload(SQUARE);
    await app.request(
      new Request(`${ORIGIN}/forgot-password`, {
        method: "POST",
        body: new URLSearchParams({ email: "dana@lakeside.example" }),
      }),
    );
    await queues.run("password-reset-mail");
    const { rows } = await pool.query("select mails.id, html, small_sha256 from mails, files");
    expect(rows).toHaveLength(1);
    const [{ id, html, small_sha256 }] = rows;
    expect(html).toContain(`<img src="cid:logo-${small_sha256}" width="44" height="44" alt=""`);
    expect(await picturesIn(site.ctx(), html)).toMatchObject([
      { cid: `logo-${small_sha256}`, contentType: "image/png", base64: expect.stringMatching(/^iVBOR/) },
    ]);
    const copy = await (await get(`/admin/mail/${id}/page`, { Cookie: dana.cookie })).text();
    expect(copy).toContain('<img src="data:image/png;base64,iVBOR');
  });

  test("is replaced and removed with its file, and its old address is gone", async () => {
    await upload(SQUARE);
    const first = linkOf(await page("/"), /<img src="(\/brand\/[^"]+)"/);
    const share = await shareOf();
    await upload(WIDE);
    expect((await get(first)).status).toBe(404);
    expect(await shareOf()).not.toBe(share);
    expect((await pool.query("select kind from files")).rows).toEqual([{ kind: "logo" }]);
    await upload(undefined, { remove_logo: "on" });
    expect(await page("/")).not.toContain('<img src="/brand/');
    expect((await pool.query("select 1 from files")).rows).toEqual([]);
    const trail = await pool.query(
      "select details from audit_log where details->'after' ? 'logo' order by id",
    );
    expect(trail.rows.map(({ details }) => details.after.logo)).toEqual(["a picture", "a picture", "none"]);
  });

  test.each([
    ["a script", '<svg viewBox="0 0 9 9"><script>alert(1)</script></svg>', "The drawing has a script in it"],
    ["a photo", "\xff\xd8\xff\xe0", "Choose an SVG or PNG file."],
    ["nothing", "", "The file is empty"],
    ["a damaged PNG", "\x89PNG\r\n\x1a\nrest", "The file is damaged"],
    ["a page", "<html></html>", "not a whole SVG drawing"],
    ["white on white", SQUARE.replace("#0e7490", "#ffffff"), "can hardly be seen"],
    ["a thread", SQUARE.replace("40 40", "900 40"), "more than 8 times as wide"],
    [
      "a long drawing",
      SQUARE.replace("<circle", `<!--${"x".repeat(200_000)}--><circle`),
      "larger than 200 KB",
    ],
  ])("that is %s is refused at its field, and nothing changes", async (_, logo, says) => {
    const refused = await upload(Uint8Array.from(logo, (one) => one.charCodeAt(0)));
    expect(refused.status).toBe(400);
    expect(refused.html).toContain(says);
    expect(refused.html).toMatch(/value="#1d4ed8"[^>]*checked|checked=""[^>]*value="#1d4ed8"/);
    expect((await pool.query("select 1 from files")).rows).toEqual([]);
    const saved = await pool.query(
      "select 1 from admin_settings where category = 'brand' and key = 'accent'",
    );
    expect(saved.rows).toEqual([]);
  });

  test("of too many bytes or pixels is refused without being decoded", async () => {
    const large = await upload(new Uint8Array(2_000_001));
    expect([large.status, large.html]).toEqual([400, expect.stringContaining("larger than 2 MB")]);
    const wide = await upload(await aPng(5001, 700));
    expect([wide.status, wide.html]).toEqual([400, expect.stringContaining("larger than 5000 pixels")]);
    const low = await upload(await aPng(90, 40));
    expect([low.status, low.html]).toEqual([400, expect.stringContaining("at least 48 pixels high")]);
  });

  test("is chosen in the guide together with the color", async () => {
    const saved = await send("/admin/setup/look", { intent: "save", accent: "#0e7490" }, SQUARE);
    expect([saved.status, saved.location]).toEqual([303, "/admin/setup/region"]);
    expect(await page("/")).toMatch(/<img src="\/brand\/[0-9a-f]{64}\.svg"/);
    const skipped = await send("/admin/setup/look", { intent: "skip", accent: "" }, WIDE);
    expect(skipped.status).toBe(303);
    expect((await pool.query("select count(*)::int as count from files")).rows).toEqual([{ count: 1 }]);
    const refused = await send("/admin/setup/look", { intent: "save", accent: "red" }, "GIF89a");
    expect(refused.html).toContain("Choose a color.");
    expect(refused.html).toContain("Choose an SVG or PNG file.");
  });
});

describe("the picture for sharing", () => {
  test("of an own company follows its name, accent and logo, on every page", async () => {
    const first = await shareOf();
    expect(first).toMatch(/^\/brand\/share-[0-9a-f]{20}\.jpg$/);
    expect(await (await pixels(first)).metadata()).toMatchObject({
      width: 1200,
      height: 630,
      format: "jpeg",
    });
    expect(await page("/faq")).toContain(`content="${ORIGIN}${first}"`);
    await upload();
    const second = await shareOf();
    expect(second).not.toBe(first);
    expect((await get(first)).status).toBe(404);
    await upload(WIDE);
    const stats = await (await pixels(await shareOf())).stats();
    expect(stats.channels).toHaveLength(3);
  });

  test.each(["share-0.jpg", "YC-1d4ed8-64.png", "QQ-1d4ed8-512.png", `${"a".repeat(64)}.svg`, "..%2fx.png"])(
    "%s is no picture of the company",
    async (file) => expect((await get(`/brand/${file}`)).status).toBe(404),
  );
});
