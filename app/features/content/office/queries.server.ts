import { aliasedTable, and, count, desc, eq, isNull, sql } from "drizzle-orm";
import { users } from "~/db/schema/accounts";
import { article_votes, saved_articles } from "~/db/schema/blog";
import { services } from "~/db/schema/catalog";
import { site_text_versions, site_texts } from "~/db/schema/texts";
import { careers, jobPath } from "~/features/careers/application";
import { articlePath, ownArticle } from "~/features/content/blog/article";
import { shippedArticles } from "~/features/content/blog/queries.server";
import { shippedOpening } from "~/features/content/texts/openings.server";
import { readVersion } from "~/features/content/texts/preview.server";
import { readServiceOf } from "~/features/content/texts/services.server";
import { shippedSource } from "~/features/content/texts/shipped.server";
import {
  bodyOf,
  isServiceKind,
  NEW_TEXT,
  nameOf,
  PAGES,
  type PageKind,
  type Source,
  serviceKey,
  serviceTextPath,
  type TextKey,
  titleOf,
} from "~/features/content/texts/text";
import { type Company, readCompany } from "~/features/operations/settings/queries.server";
import { formatDate, formatMoment } from "~/lib/dates";
import { placeOf } from "~/lib/postal-address";
import type { Ctx, StaffCtx } from "~/platform/context.server";
import type { EditorPage, OfficeArticle, OfficeOpening, OfficePage, Status, VersionRow } from "./view";

const newest = aliasedTable(site_text_versions, "newest");

/** Every text that the office has touched, with its newest version. */
function touchedTexts({ db }: Pick<Ctx, "db">) {
  return db
    .select({
      text: site_texts,
      version: newest.number,
      saved_at: newest.created_at,
      author: users.name,
      fields: newest.fields,
    })
    .from(site_texts)
    .leftJoin(
      newest,
      and(
        eq(newest.text_id, site_texts.id),
        sql`${newest.number} = (select max(v.number) from site_text_versions v where v.text_id = ${site_texts.id})`,
      ),
    )
    .leftJoin(users, eq(users.id, newest.author_id));
}

type Touched = Awaited<ReturnType<typeof touchedTexts>>[number];

function statusOf(row: Touched | undefined, ships: boolean, zone: string): Status {
  const { text } = row ?? {};
  return {
    shown: shownOf(row, ships),
    draft: (row?.version ?? 0) > (text?.published_version ?? 0) && row?.version !== text?.planned_version,
    planned: text?.publish_at ? formatMoment(text.publish_at, zone) : null,
    saved: row?.saved_at ? [formatMoment(row.saved_at, zone), row.author].filter(Boolean).join(", ") : null,
  };
}

function shownOf(row: Touched | undefined, ships: boolean): Status["shown"] {
  if (!ships && !row?.version) return "no text";
  if (row?.text.hidden) return "not on the site";
  if (row?.text.published_version != null) return "own text";
  return ships ? "as shipped" : "not on the site";
}

/** The texts of the site, as the office edits them. */
export async function readOfficeTexts(ctx: StaffCtx): Promise<{
  pages: OfficePage[];
  services: OfficePage[];
  articles: OfficeArticle[];
  openings: OfficeOpening[];
}> {
  const company = await readCompany(ctx);
  const { timezone } = company;
  const rows = await touchedTexts(ctx);
  const pages = (Object.keys(PAGES) as PageKind[]).map((kind) => ({
    ...{ name: kind, title: PAGES[kind].title, path: PAGES[kind].path },
    status: statusOf(
      rows.find(({ text }) => text.kind === kind),
      true,
      timezone,
    ),
  }));
  const [helpful, saved] = await Promise.all([
    countsOf(
      ctx.db
        .select({ id: article_votes.article_id, total: count() })
        .from(article_votes)
        .groupBy(article_votes.article_id),
    ),
    countsOf(
      ctx.db
        .select({ id: saved_articles.article_id, total: count() })
        .from(saved_articles)
        .groupBy(saved_articles.article_id),
    ),
  ]);
  const numbers = new Set([
    ...shippedArticles.map(({ id }) => id),
    ...rows.flatMap(({ text }) => (text.kind === "article" ? (text.number ?? []) : [])),
  ]);
  const articles = [...numbers].map((number) => {
    const row = rows.find(({ text }) => text.kind === "article" && text.number === number);
    const ships = shippedArticles.find(({ id }) => id === number);
    const written =
      row?.fields &&
      ownArticle(row.text as { number: number; slug: string | null }, {
        fields: row.fields,
        text: { type: "root", children: [] },
      });
    const shown = written ?? ships;
    const status = statusOf(row, ships !== undefined, timezone);
    return {
      ...{
        name: nameOf({ kind: "article", number }),
        title: shown?.title ?? "",
        category: shown?.category ?? "",
      },
      published: shown?.published ?? "",
      date: shown?.published ? formatDate(shown.published) : "",
      path:
        status.shown === "not on the site" ? null : articlePath({ id: number, slug: row?.text.slug ?? null }),
      ...{ helpful: helpful.get(number) ?? 0, saved: saved.get(number) ?? 0, status },
    };
  });
  return {
    pages,
    services: await servicesOf(ctx, rows, timezone),
    articles: articles.toSorted((a, b) => b.published.localeCompare(a.published)),
    openings: openingsOf(rows, company),
  };
}

async function servicesOf({ db }: StaffCtx, rows: Touched[], zone: string): Promise<OfficePage[]> {
  const { id, title, is_active, service_type, sort_order } = services;
  const all = await db
    .select({ id, title, is_active })
    .from(services)
    .orderBy(desc(service_type), sort_order, title);
  return all.map((service) => {
    const key = serviceKey(service.id);
    const row = rows.find(({ text }) => text.kind === key.kind);
    const status = statusOf(row, false, zone);
    return { name: nameOf(key), title: service.title, path: pathOfService(service, status), status };
  });
}

type ServiceRow = { id: string; is_active: boolean };

function pathOfService({ id, is_active }: ServiceRow, { shown }: Status) {
  return is_active && shown === "own text" ? serviceTextPath(id) : null;
}

function openingsOf(rows: Touched[], company: Company): OfficeOpening[] {
  const touched = rows.filter(({ text }) => text.kind === "opening");
  const ships = company.is_demo ? careers.jobs.map(({ id }) => id) : [];
  const numbers = new Set([...ships, ...touched.flatMap(({ text }) => text.number ?? [])]);
  const openings = [...numbers].map((number) => {
    const key: TextKey = { kind: "opening", number };
    const row = touched.find(({ text }) => text.number === number);
    const shipped = shippedOf(key, company);
    const { title = "", location = "", type = "", posted = "" } = row?.fields ?? shipped?.fields ?? {};
    const status = statusOf(row, shipped !== null, company.timezone);
    const path = pathOf(key, { row, status, service: null });
    return {
      name: nameOf(key),
      title,
      facts: [type, location].filter(Boolean).join(", "),
      posted,
      path,
      status,
    };
  });
  return openings.toSorted((a, b) => b.posted.localeCompare(a.posted));
}

async function countsOf(rows: PromiseLike<{ id: number; total: number }[]>): Promise<Map<number, number>> {
  return new Map((await rows).map(({ id, total }) => [id, total]));
}

const articleFiles = import.meta.glob<string>("/content/blog/*.md", {
  eager: true,
  query: "?raw",
  import: "default",
});

/** The text that ships; null for a service, and for an article or opening of the company. */
export function shippedOf(key: TextKey, company: { is_demo: boolean }): Source | null {
  if (key.kind === "opening") return shippedOpening(key.number, company);
  if (isServiceKind(key.kind)) return null;
  if (key.kind !== "article") return shippedSource(key.kind);
  const article = shippedArticles.find(({ id }) => id === key.number);
  const file = Object.entries(articleFiles).find(([name]) => name.includes(`/${key.number}-`))?.[1];
  if (!article || !file) return null;
  const { title, excerpt, category, author, published: date, image } = article;
  return {
    fields: { title, excerpt, category, author, date, slug: "", image: image ?? "" },
    body: bodyOf(file),
  };
}

async function readTouched(ctx: Pick<Ctx, "db">, { kind, number }: TextKey): Promise<Touched | undefined> {
  const isIt = number === null ? isNull(site_texts.number) : eq(site_texts.number, number);
  const [row] = await touchedTexts(ctx).where(and(eq(site_texts.kind, kind), isIt));
  return row;
}

/** What the editor shows: the newest version, or what ships. Null if there is no such text. */
export async function readEditor(ctx: StaffCtx, key: TextKey): Promise<EditorPage | null> {
  const company = await readCompany(ctx);
  const { timezone } = company;
  const today = ctx.now.toZonedDateTimeISO(timezone).toPlainDate().toString();
  const service = await readServiceOf(ctx, key);
  if (isServiceKind(key.kind) && !service) return null;
  const row = key.number === NEW_TEXT ? undefined : await readTouched(ctx, key);
  const ships = shippedOf(key, company);
  const version = row?.version ?? 0;
  const source = version > 0 ? await readVersion(ctx, key, version) : (ships ?? newText(key, today, company));
  if (!source) return null;
  const status = statusOf(row, ships !== null, timezone);
  return {
    name: nameOf(key),
    title: service?.title ?? titleOf(key, source),
    source,
    seen: version,
    status,
    ships: ships !== null,
    hidden: row?.text.hidden ?? false,
    published: row?.text.published_version ?? null,
    path: pathOf(key, { row, status, service }),
    today,
    zone: timezone,
  };
}

type Place = { row: Touched | undefined; status: Status; service: ServiceRow | null };

function pathOf(key: TextKey, { row, status, service }: Place): string | null {
  if (service) return pathOfService(service, status);
  if (isServiceKind(key.kind) || status.shown === "not on the site" || status.shown === "no text")
    return null;
  if (key.number === null) return PAGES[key.kind].path;
  if (key.kind === "opening") return jobPath({ id: key.number });
  return articlePath({ id: key.number, slug: row?.text.slug ?? null });
}

function newText({ kind, number }: TextKey, date: string, company: Company): Source | null {
  if (isServiceKind(kind)) return { fields: {}, body: "" };
  if (number !== NEW_TEXT) return null;
  if (kind === "opening") {
    const location = placeOf(company.address);
    return { fields: { title: "", location, type: "Full-time", pay: "", posted: date }, body: "" };
  }
  const author = company.company_name;
  return { fields: { title: "", excerpt: "", category: "", author, date, slug: "", image: "" }, body: "" };
}

/** The versions of a text, newest first. Empty until the office saves one. */
export async function readVersions(ctx: StaffCtx, key: TextKey): Promise<VersionRow[]> {
  const { timezone } = await readCompany(ctx);
  const isIt = key.number === null ? isNull(site_texts.number) : eq(site_texts.number, key.number);
  const rows = await ctx.db
    .select({
      number: site_text_versions.number,
      at: site_text_versions.created_at,
      author: users.name,
      published: site_texts.published_version,
      planned: site_texts.planned_version,
    })
    .from(site_text_versions)
    .innerJoin(site_texts, eq(site_texts.id, site_text_versions.text_id))
    .leftJoin(users, eq(users.id, site_text_versions.author_id))
    .where(and(eq(site_texts.kind, key.kind), isIt))
    .orderBy(desc(site_text_versions.number));
  return rows.map(({ number, at, author, published, planned }) => ({
    ...{ number, author, at: formatMoment(at, timezone) },
    state: number === published ? "On the site" : number === planned ? "Planned" : null,
  }));
}
