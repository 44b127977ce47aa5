import { and, eq, isNotNull } from "drizzle-orm";
import { services } from "~/db/schema/catalog";
import { site_texts } from "~/db/schema/texts";
import { readService } from "~/features/catalog/queries.server";
import type { Service } from "~/features/catalog/service";
import { illustrate, isTextOf } from "~/features/content/pictures/queries.server";
import type { TextTree } from "~/lib/text-tree";
import type { Ctx } from "~/platform/context.server";
import { readPageText } from "./queries.server";
import { serviceIdOf, serviceKey, type TextKey } from "./text";

/** The service that a text is about, active or not; null for other kinds, and if there is none. */
export async function readServiceOf(
  ctx: Pick<Ctx, "db" | "now">,
  { kind }: TextKey,
): Promise<Service | null> {
  const id = serviceIdOf(kind);
  return id === null ? null : readService(ctx, id);
}

/** An active service with the text of its page. Null if it has none that is published. */
export async function readServicePage(
  ctx: Pick<Ctx, "db" | "log" | "now">,
  id: string,
): Promise<{ service: Service; text: TextTree; stale: boolean } | null> {
  const service = await readService(ctx, id);
  if (!service?.is_active) return null;
  const { own, stale } = await readPageText(ctx, serviceKey(id).kind);
  const [text] = own ? await illustrate(ctx, [own.text]) : [];
  return text ? { service, text, stale } : null;
}

/** The ids of the active services that have a page. */
export async function readServicesWithPage({ db }: Pick<Ctx, "db">): Promise<string[]> {
  const rows = await db
    .select({ id: services.id })
    .from(services)
    .innerJoin(site_texts, isTextOf)
    .where(and(eq(services.is_active, true), isNotNull(site_texts.published_version)))
    .orderBy(services.id);
  return rows.map(({ id }) => id);
}
