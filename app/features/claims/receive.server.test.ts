import { randomUUID } from "node:crypto";
import sharp from "sharp";
import { beforeEach, expect, test } from "vitest";
import { testWorld } from "../../../tests/support/ctx";
import { receiveClaim } from "./receive.server";

const { pool, ctx, clear } = await testWorld();
const visit = randomUUID();

beforeEach(clear);

const photo = async (background = "#2a6") =>
  new File(
    [
      new Uint8Array(
        await sharp({ create: { width: 40, height: 30, channels: 3, background } })
          .png()
          .toBuffer(),
      ),
    ],
    `${background.slice(1)}.png`,
  );
const text = (name: string) => new File(["no picture at all"], name);

function posted(fields: Record<string, string>, files: File[], kept: string[] = []) {
  const body = new FormData();
  for (const [name, value] of Object.entries(fields)) body.set(name, value);
  for (const one of kept) body.append("kept", one);
  for (const file of files) body.append("pictures", file);
  return new Request("https://site.example/", { method: "POST", body });
}

const FIELDS = { form_id: randomUUID(), room: "Kitchen", words: "The sink\r\nis dirty." };
const countFiles = async () => (await pool.query("select count(*)::int from files")).rows[0].count;

test("a form's fields and photos arrive, and each photo is stored", async () => {
  const received = await receiveClaim(ctx(), posted(FIELDS, [await photo(), await photo("#a11")]), visit);
  expect(received).toMatchObject({ fields: FIELDS, errors: [] });
  expect(received.pictures).toHaveLength(2);
  expect(await countFiles()).toBe(2);
});

test("a form without a photo has none: browsers then send an empty file", async () => {
  const body = [
    ...["--x", 'Content-Disposition: form-data; name="room"', "", "Kitchen"],
    ...["--x", 'Content-Disposition: form-data; name="pictures"; filename=""'],
    ...["Content-Type: application/octet-stream", "", "", "--x--", ""],
  ].join("\r\n");
  const headers = { "Content-Type": "multipart/form-data; boundary=x" };
  const request = new Request("https://site.example/", { method: "POST", headers, body });
  expect(await receiveClaim(ctx(), request, visit)).toEqual({
    ...{ fields: { room: "Kitchen" }, pictures: [], errors: [] },
  });
});

test("each file that is no photo is named, and the others stay", async () => {
  const files = [text("notes.txt"), await photo(), new File([], "empty.jpg")];
  const { errors, pictures, fields } = await receiveClaim(ctx(), posted(FIELDS, files), visit);
  expect(errors).toEqual([
    "notes.txt: This file is not a picture. Choose a photo (JPEG, PNG or WebP).",
    "empty.jpg: The file is empty. Choose a photo.",
  ]);
  expect(pictures).toHaveLength(1);
  expect(fields).toEqual(FIELDS);
});

test("a photo that was sent before is kept without being sent again, for the same visit only", async () => {
  const first = await receiveClaim(ctx(), posted(FIELDS, [await photo()]), visit);
  const kept = first.pictures.map((picture) => picture.kept);
  const again = await receiveClaim(ctx(), posted(FIELDS, [await photo("#a11")], kept), visit);
  expect(again.pictures.map(({ id }) => id)).toContain(first.pictures[0]?.id);
  expect(again.pictures).toHaveLength(2);
  const elsewhere = await receiveClaim(ctx(), posted(FIELDS, [], kept), randomUUID());
  expect(elsewhere.pictures).toEqual([]);
  const guessed = [`${first.pictures[0]?.id}.guess`, String(first.pictures[0]?.id), "."];
  expect((await receiveClaim(ctx(), posted(FIELDS, [], guessed), visit)).pictures).toEqual([]);
});

test("of more than six photos the others are named and not stored", async () => {
  const files = await Promise.all(
    ["#100", "#200", "#300", "#400", "#500", "#600", "#700", "#800"].map(photo),
  );
  const { pictures, errors } = await receiveClaim(ctx(), posted(FIELDS, files), visit);
  expect(pictures).toHaveLength(6);
  expect(errors).toEqual(["You can send up to 6 photos. Left out: 700.png, 800.png."]);
  expect(await countFiles()).toBe(6);
});

test("a body that is no such form, or was cut off, says so", async () => {
  const plain = new Request("https://site.example/", { method: "POST", body: new URLSearchParams(FIELDS) });
  expect((await receiveClaim(ctx(), plain, visit)).errors).toEqual([
    "Something was cut off on the way. Check the form and send it again.",
  ]);
});
