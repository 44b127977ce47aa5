import { data, redirect } from "react-router";
import { feedLink, listingPage, listingPath } from "~/features/content/blog/article";
import { readBookmarks } from "~/features/content/blog/bookmarks.server";
import { readArticles } from "~/features/content/blog/queries.server";
import { BlogList } from "~/features/content/blog/ui/blog-list";
import { NewsletterForm } from "~/features/content/newsletter/ui/newsletter-form";
import { pageHeaders, pageMeta, uncachedIf } from "~/features/content/site/page-meta";
import { requestContext } from "~/platform/context.server";
import type { Route } from "./+types/list";

export const meta: Route.MetaFunction = ({ loaderData, matches }) =>
  pageMeta(
    matches,
    "Blog",
    "Cleaning tips from people who do it all day: floors, stone and hard water, green products, offices, the seasons, and how often to clean what.",
    { path: listingPath(loaderData?.page.number ?? 1) },
  );

export const links: Route.LinksFunction = () => [feedLink];

/** Redirects a page without articles to the first page. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const { articles, stale } = await readArticles(requestContext(context));
  const page = listingPage(articles, new URL(request.url).searchParams.get("page"));
  if (!page) throw redirect(listingPath(1));
  return data({ page, hasBookmarks: readBookmarks(request, articles).length > 0 }, uncachedIf(stale));
}

export const headers = pageHeaders;

export default function Blog({ loaderData: { page, hasBookmarks }, matches }: Route.ComponentProps) {
  const { company, user } = matches[0].loaderData;
  return (
    <BlogList page={page} companyName={company.company_name} hasSaved={user !== null || hasBookmarks}>
      <NewsletterForm look="block" from="/blog" />
    </BlogList>
  );
}
