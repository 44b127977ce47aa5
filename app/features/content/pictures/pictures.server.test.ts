import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, describe, expect, test } from "vitest";
import { saveText } from "~/features/content/office/save.server";
import { readPageText } from "~/features/content/texts/queries.server";
import type { Source, TextKey } from "~/features/content/texts/text";
import { sweepFiles } from "~/platform/files/remove.server";
import { auditOf } from "../../../../tests/support/bookings";
import { testWorld } from "../../../../tests/support/ctx";
import { staffCtx } from "../../../../tests/support/staff";
import { filesOf, markdownOf } from "./picture";
import { illustrate, readAllPictures, readUses } from "./queries.server";
import { addPicture, deletePicture, describePicture, replacePicture } from "./save.server";

const world = await testWorld();
const { pool, ctx, clear, clock, db, queues } = world;
let office: Awaited<ReturnType<typeof staffCtx>>;

beforeEach(async () => {
  await clear();
  clock.set("2026-06-01T12:00:00Z");
  office = await staffCtx(world);
});

async function jpeg(background = "#2a6", width = 900, height = 600) {
  const create = { width, height, channels: 3, background } as const;
  return sharp({ create })
    .withExif({ IFD0: { Copyright: "Planted" } })
    .jpeg()
    .toBuffer();
}

async function added(changes: { id?: string; alt?: string | null; content?: Buffer } = {}): Promise<number> {
  const picture = { id: randomUUID(), alt: "A sill", content: changes.content ?? (await jpeg()), ...changes };
  const outcome = await addPicture(office(), picture);
  if (!outcome.ok) throw new Error(outcome.reason);
  return outcome.number;
}

const FAQ: TextKey = { kind: "faq", number: null };
const showing = (number: number): Source => ({
  fields: {},
  body: `## Why?\n\n![A sill](/pictures/${number})`,
});
const save = (source: Source, seen = 0) =>
  saveText(office(), { ...FAQ, source, seen, next: { do: "publish" }, form_id: randomUUID() });
const files = async () => Number((await pool.query("select count(*) from files")).rows[0].count);

describe("a picture", () => {
  test("is made in each width that it has, as AVIF and WebP, and for sharing, without metadata", async () => {
    const number = await added();
    const [picture] = await readAllPictures(ctx());
    expect(picture).toMatchObject({ number, alt: "A sill", widths: [480, 750], width: 750, height: 500 });
    const { rows } = await pool.query(
      `select p.name, f.media_type, f.sha256, f.bytes from site_picture_files p join files f on f.id = p.file_id order by 1`,
    );
    expect(rows.map(({ name, media_type }) => [name, media_type])).toEqual([
      ["480.avif", "image/avif"],
      ["480.webp", "image/webp"],
      ["750.avif", "image/avif"],
      ["750.webp", "image/webp"],
      ["share.jpeg", "image/jpeg"],
    ]);
    for (const { name, sha256, bytes } of rows) {
      const stored = await ctx().files.read(sha256);
      const content = Buffer.from(await new Response(stored?.stream).arrayBuffer());
      expect(content.length).toBe(bytes);
      expect(content.includes("Planted")).toBe(false);
      const { width, height } = await sharp(content).metadata();
      if (name === "share.jpeg") expect([width, height]).toEqual([1200, 630]);
      else expect(`${width}`).toBe(name.split(".")[0]);
    }
    expect(await auditOf(pool, String(number))).toEqual(["picture.added"]);
  });

  test("stays within the weight of a page, whatever it shows", async () => {
    const noise = Buffer.from(
      Array.from({ length: 480 * 360 * 3 }, (_, at) => (at * 7919 + (at >> 5)) % 256),
    );
    const raw = { width: 480, height: 360, channels: 3 } as const;
    await added({ content: await sharp(noise, { raw }).png().toBuffer() });
    const { rows } = await pool.query(
      "select max(bytes) as most from files f join site_picture_files p on p.file_id = f.id where p.name = '480.avif'",
    );
    expect(rows[0].most).toBeLessThan(60_000);
  }, 60_000);

  test("that is narrower than the narrowest width is kept as wide as it is", async () => {
    await added({ content: await jpeg("#111", 300, 200) });
    expect(await readAllPictures(ctx())).toMatchObject([{ widths: [300], width: 300, height: 200 }]);
  });

  test("is added once when its form comes twice, also at the same time", async () => {
    const [id, content] = [randomUUID(), await jpeg()];
    const numbers = await Promise.all([added({ id, content }), added({ id, content })]);
    expect(new Set([...numbers, await added({ id, content })]).size).toBe(1);
    expect([(await readAllPictures(ctx())).length, await files()]).toEqual([1, 5]);
  });

  test.each([
    ["a drawing", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"), /Drawings/],
    ["a web page that says it is a picture", Buffer.from("<html>.jpg"), /not a picture/],
    ["a cut-off file", Buffer.from("\xff\xd8\xff\xe0 nothing", "latin1"), /damaged/],
    ["nothing", Buffer.alloc(0), /empty/],
  ])("that is %s is refused with the reason, and nothing is kept", async (_, content, message) => {
    const outcome = await addPicture(office(), { id: randomUUID(), alt: "x", content });
    expect(outcome).toEqual({ ok: false, reason: "invalid", message: expect.stringMatching(message) });
    expect([await readAllPictures(ctx()), await files()]).toEqual([[], 0]);
  });

  test("can't be added or changed by who may not edit the site", async () => {
    const number = await added();
    const bookkeeper = () => ({ ...office(), actor: { ...office().actor, role: "bookkeeper" as const } });
    const content = await jpeg();
    for (const outcome of [
      await addPicture(bookkeeper(), { id: randomUUID(), alt: "x", content }),
      await replacePicture(bookkeeper(), { number, content }),
      await describePicture(bookkeeper(), { number, alt: "x" }),
      await deletePicture(bookkeeper(), number),
    ])
      expect(outcome).toEqual({ ok: false, reason: "not found" });
  });
});

describe("a text with a picture", () => {
  test("shows it in all its sizes, with its dimensions, loaded when it is near", async () => {
    const number = await added();
    expect(await save(showing(number))).toMatchObject({ ok: true });
    const { own } = await readPageText(ctx(), "faq");
    const [picture] = await readAllPictures(ctx());
    const html = JSON.stringify(own && (await illustrate(ctx(), [own.text])));
    expect(html).toContain('"width":750,"height":500,"loading":"lazy"');
    expect(html).toContain(`"srcSet":${JSON.stringify(picture && filesOf(picture).avif)}`);
    expect(html).toContain('"alt":"A sill"');
  });

  test("keeps it from being deleted until it shows it no more", async () => {
    const number = await added();
    await save(showing(number));
    expect((await readUses(db)).get(number)).toEqual([{ kind: "faq", number: null, title: null }]);
    expect(await deletePicture(office(), number)).toEqual({ ok: false, reason: "in use" });
    await save({ fields: {}, body: "## Why?\n\nBecause." }, 1);
    expect(await deletePicture(office(), number)).toEqual({ ok: true, number });
    expect([await readAllPictures(ctx()), await files()]).toEqual([[], 0]);
    expect(await queues.waiting("remove-file-objects")).toHaveLength(1);
  });

  test("is refused when the picture is not there, also as a cover", async () => {
    expect(await save(showing(77))).toEqual({ ok: false, reason: "no picture", picture: 77 });
    const cover = { fields: { image: "picture-78" }, body: "Words." };
    const article: TextKey = { kind: "article", number: 1 };
    const input = {
      ...article,
      source: cover,
      seen: 0,
      next: { do: "keep" } as const,
      form_id: randomUUID(),
    };
    expect(await saveText(office(), input)).toEqual({ ok: false, reason: "no picture", picture: 78 });
  });

  test("is in use by the text of a service under its title, until the service is deleted", async () => {
    const number = await added();
    await pool.query(`insert into services (id, title, description, price_per_hour, service_type)
      values ('gutters', 'Gutters', 'All of them.', 5000, 'residential')`);
    const text = { kind: "service-gutters", number: null } as const;
    const input = { ...text, source: showing(number), seen: 0, form_id: randomUUID() };
    await saveText(office(), { ...input, next: { do: "publish" } });
    expect((await readUses(db)).get(number)).toEqual([{ ...text, title: "Gutters" }]);
    await pool.query("delete from services where id = 'gutters'");
    expect((await readUses(db)).get(number)).toBeUndefined();
  });

  test("of which only a draft or a cover shows the picture counts too", async () => {
    const number = await added();
    const source = { fields: { title: "Snow", image: `picture-${number}` }, body: "Words." };
    const input = { kind: "article", number: 1, source, seen: 0, form_id: randomUUID() } as const;
    await saveText(office(), { ...input, next: { do: "keep" } });
    expect((await readUses(db)).get(number)).toEqual([{ kind: "article", number: 1, title: "Snow" }]);
    expect(await deletePicture(office(), number)).toEqual({ ok: false, reason: "in use" });
  });

  test("shows another picture once that is put in its place, at other addresses", async () => {
    const number = await added();
    const [before] = await readAllPictures(ctx());
    expect(await replacePicture(office(), { number, content: await jpeg("#a26", 500, 500) })).toEqual({
      ...{ ok: true, number },
    });
    const [after] = await readAllPictures(ctx());
    expect(after).toMatchObject({ number, alt: "A sill", widths: [480], width: 480, height: 480 });
    expect(after?.key).not.toBe(before?.key);
    expect(await files()).toBe(3);
  });
});

test("the sweep of files keeps those of pictures", async () => {
  await added();
  clock.advance({ hours: 24 * 30 });
  await sweepFiles(ctx());
  expect(await files()).toBe(5);
});

test("the number of a deleted picture is never used again", async () => {
  const number = await added();
  await deletePicture(office(), number);
  expect(await added()).toBeGreaterThan(number);
});

test("the line for Markdown can't be broken by what the picture shows", () => {
  expect(markdownOf({ number: 7, alt: "A [sill](https://evil.example)" })).toBe(
    "![A sill(https://evil.example)](/pictures/7)",
  );
  expect(markdownOf({ number: 7, alt: null })).toBe('![](/pictures/7 "decorative")');
});
