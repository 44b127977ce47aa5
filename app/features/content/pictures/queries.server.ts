import { and, desc, eq, inArray, or, sql } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { site_picture_files, site_pictures, site_text_versions, site_texts } from "~/db/schema/texts";
import { subselect } from "~/db/subselect";
import { treeOf } from "~/lib/markdown";
import type { TextTree } from "~/lib/text-tree";
import type { Ctx } from "~/platform/context.server";
import type { Database } from "~/platform/database/database.server";
import { coverNumber, coverOf, numbersIn, picturePath, type SitePicture, withPictures } from "./picture";

const widths = subselect(sql<number[]>`array(
  select split_part(f.name, '.', 1)::int from site_picture_files f
  where f.picture_id = ${site_pictures.id} and f.name like '%.avif' order by 1)`);

const columns = {
  number: site_pictures.number,
  alt: site_pictures.alt,
  key: site_pictures.key,
  width: site_pictures.width,
  height: site_pictures.height,
  widths,
};

/** The pictures of these numbers that are there. */
export async function readPictures(
  { db }: Pick<Ctx, "db">,
  numbers: readonly number[],
): Promise<Map<number, SitePicture>> {
  if (numbers.length === 0) return new Map();
  const rows = await db
    .select(columns)
    .from(site_pictures)
    .where(inArray(site_pictures.number, [...new Set(numbers)]));
  return new Map(rows.map((picture) => [picture.number, picture]));
}

/** All pictures, the newest first. */
export function readAllPictures({ db }: Pick<Ctx, "db">): Promise<SitePicture[]> {
  return db.select(columns).from(site_pictures).orderBy(desc(site_pictures.number));
}

/** The texts with their pictures: one statement for all, none without pictures. */
export async function illustrate(ctx: Pick<Ctx, "db">, texts: readonly TextTree[]): Promise<TextTree[]> {
  const numbers = texts.map((text) => numbersIn(text));
  const pictures = await readPictures(ctx, numbers.flat());
  return texts.map((text, place) => (numbers[place]?.length ? withPictures(text, pictures) : text));
}

/** What is typed or was saved, as its page shows it. */
export async function readDrawn(
  ctx: Pick<Ctx, "db">,
  { fields, body }: { fields: Record<string, string>; body: string },
): Promise<{ text: TextTree; cover: SitePicture | null }> {
  const text = treeOf(body);
  const cover = coverNumber(fields.image);
  const pictures = await readPictures(ctx, [...numbersIn(text), ...(cover ? [cover] : [])]);
  return { text: withPictures(text, pictures), cover: cover ? (pictures.get(cover) ?? null) : null };
}

/** The first number that a text names and that is not there; null when all are. */
export async function findMissing(
  db: Database,
  { fields, body }: { fields: Record<string, string>; body: string },
): Promise<number | null> {
  const cover = coverNumber(fields.image);
  const numbers = [...numbersIn(treeOf(body)), ...(cover ? [cover] : [])];
  const there = await readPictures({ db }, numbers);
  return numbers.find((number) => !there.has(number)) ?? null;
}

/** Joins a service with its text (content/texts/text.ts). */
export const isTextOf = sql`${site_texts.kind} = 'service-' || ${services.id}`;

/** A text that shows a picture, now or once its draft is published. `title` is null for a page. */
export type Use = { kind: string; number: number | null; title: string | null };

/** Where each picture is used: in what is published, planned or was saved last. The text of a deleted service does not count. */
export async function readUses(db: Database): Promise<Map<number, Use[]>> {
  const rows = await db
    .select({
      kind: site_texts.kind,
      number: site_texts.number,
      title: sql<string | null>`coalesce(${services.title}, ${site_text_versions.fields} ->> 'title')`,
      image: sql<string | null>`${site_text_versions.fields} ->> 'image'`,
      named: sql<string[]>`array(
        select (regexp_matches(${site_text_versions.body}, '/pictures/([0-9]{1,9})', 'g'))[1])`,
    })
    .from(site_text_versions)
    .innerJoin(site_texts, eq(site_texts.id, site_text_versions.text_id))
    .leftJoin(services, isTextOf)
    .where(
      sql`${site_text_versions.number} in (${site_texts.published_version}, ${site_texts.planned_version},
        (select max(v.number) from site_text_versions v where v.text_id = ${site_texts.id}))
        and (${services.id} is not null or ${site_texts.kind} not like 'service-%')`,
    )
    .orderBy(site_texts.kind, site_texts.number, desc(site_text_versions.number));
  const uses = new Map<number, Use[]>();
  for (const { image, named, ...use } of rows) {
    const cover = coverNumber(image);
    for (const number of new Set([...named.map(Number), ...(cover ? [cover] : [])])) {
      const known = uses.getOrInsertComputed(number, () => []);
      if (!known.some(({ kind, number: other }) => kind === use.kind && other === use.number))
        known.push(use);
    }
  }
  return uses;
}

/** The file of a picture by its name; undefined if there is none. */
export async function readPictureFile({ db }: Pick<Ctx, "db">, number: number, name: string | null) {
  const [found] = await db
    .select({ key: site_pictures.key, file_id: site_picture_files.file_id })
    .from(site_pictures)
    .innerJoin(site_picture_files, eq(site_picture_files.picture_id, site_pictures.id))
    .where(
      sql`${site_pictures.number} = ${number}
        and ${site_picture_files.name} = coalesce(${name}, ${site_pictures.width} || '.webp')`,
    );
  return found;
}

/** Whether something that is on the site shows a picture. */
export async function isShown({ db }: Pick<Ctx, "db">, number: number): Promise<boolean> {
  const { text_id, number: version, fields, body } = site_text_versions;
  const [found] = await db
    .select({ id: site_texts.id })
    .from(site_texts)
    .innerJoin(site_text_versions, and(eq(text_id, site_texts.id), eq(version, site_texts.published_version)))
    .where(
      and(
        eq(site_texts.hidden, false),
        or(
          sql`${fields} ->> 'image' = ${coverOf(number)}`,
          sql`${body} ~ ${`${picturePath(number)}(?![0-9])`}`,
        ),
      ),
    )
    .limit(1);
  return found !== undefined;
}
