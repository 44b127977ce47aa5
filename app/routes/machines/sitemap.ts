import { Readable } from "node:stream";
import { buffer } from "node:stream/consumers";
import { SitemapStream } from "sitemap";
import { jobPath } from "~/features/careers/application";
import { articlePath } from "~/features/content/blog/article";
import { readArticles } from "~/features/content/blog/queries.server";
import { PUBLIC_PAGES } from "~/features/content/site/page-meta";
import { readOpenings } from "~/features/content/texts/openings.server";
import { readServicesWithPage } from "~/features/content/texts/services.server";
import { serviceTextPath } from "~/features/content/texts/text";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import type { Route } from "./+types/sitemap";

/** Every indexable page, services that have one, and articles and openings with their dates. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { origin } = ctx;
  const { articles } = await readArticles(ctx);
  const posts = articles.map((article) => ({ url: articlePath(article), lastmod: article.published }));
  const openings = (await readOpenings(ctx)).jobs.map((job) => ({ url: jobPath(job), lastmod: job.posted }));
  const services = await orElse(
    ctx.log,
    "the services with a page could not be read",
    () => readServicesWithPage(ctx),
    () => [],
  );
  const pages = [
    ...PUBLIC_PAGES.map((url) => ({ url })),
    ...services.map((id) => ({ url: serviceTextPath(id) })),
    ...posts,
    ...openings,
  ];
  const stream = new SitemapStream({
    hostname: origin,
    lastmodDateOnly: true,
    xmlns: { news: false, xhtml: false, image: false, video: false },
  });
  const xml = await buffer(Readable.from(pages).pipe(stream));
  return new Response(Uint8Array.from(xml), {
    headers: { "Content-Type": "application/xml; charset=utf-8" },
  });
}
