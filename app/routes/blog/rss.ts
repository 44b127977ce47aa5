import { rssOf } from "~/features/content/blog/feed.server";
import { readArticles } from "~/features/content/blog/queries.server";
import { readCompany } from "~/features/operations/settings/queries.server";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/rss";

/** `GET /blog/rss.xml`: the RSS feed. */
export async function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { articles } = await readArticles(ctx);
  const feed = rssOf(articles, { company: await readCompany(ctx), origin: ctx.origin });
  return new Response(feed, {
    headers: {
      "Content-Type": "application/rss+xml; charset=utf-8",
      "Cache-Control": "public, no-cache",
    },
  });
}
