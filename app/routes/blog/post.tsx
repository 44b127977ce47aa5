import { data, redirect } from "react-router";
import {
  type Article,
  articlePath,
  feedLink,
  findArticle,
  relatedPosts,
} from "~/features/content/blog/article";
import { isSaved, readBookmarks } from "~/features/content/blog/bookmarks.server";
import { readArticles, shareImageOf } from "~/features/content/blog/queries.server";
import { ArticlePage, NoSuchPost, RelatedPosts } from "~/features/content/blog/ui/article-page";
import { BackToBlog } from "~/features/content/blog/ui/back-to-blog";
import { readVotes, VOTER_COOKIE, voterOf } from "~/features/content/blog/votes.server";
import { NewsletterForm } from "~/features/content/newsletter/ui/newsletter-form";
import { pageHeaders, pageMeta, uncachedIf } from "~/features/content/site/page-meta";
import { article as articleData } from "~/features/content/site/structured-data";
import { ScenePage } from "~/features/content/site/ui/scenes";
import { findRedirect } from "~/features/content/texts/queries.server";
import { type Ctx, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { readCookie } from "~/platform/request/cookies.server";
import type { Route } from "./+types/post";

const MISSING = "Sorry, the blog post you're looking for doesn't exist.";

export const meta: Route.MetaFunction = ({ loaderData, matches }) => {
  const reading = loaderData?.reading;
  if (!reading) return pageMeta(matches, "Blog Post Not Found", MISSING, { noindex: true });
  const { article, image } = reading;
  const path = articlePath(article);
  return pageMeta(matches, article.title, article.excerpt, {
    path,
    article,
    image,
    trail: [{ name: "Blog", path: "/blog" }],
    structured: ({ company, origin }) => [articleData({ ...article, path, image }, company, origin)],
  });
};

export const links: Route.LinksFunction = () => [feedLink];

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { articles, stale } = await readArticles(ctx);
  const article = findArticle(articles, params.id) ?? (await movedTo(ctx, articles, params.id));
  if (article && articlePath(article) !== `/blog/${params.id}`) throw redirect(articlePath(article), 301);
  if (!article) {
    ctx.log.warn({ path: new URL(request.url).pathname }, "page not found");
    return data({ reading: null }, { status: 404 });
  }
  const voter = voterOf(ctx.links, article.id, readCookie(request, VOTER_COOKIE));
  const onDevice = readBookmarks(request, articles).includes(article.id);
  const reactions = await readReactions(ctx, article.id, voter, onDevice);
  const reading = {
    article,
    ...reactions,
    url: ctx.origin + articlePath(article),
    image: shareImageOf(article),
    related: relatedPosts(articles, article),
  };
  return data({ reading }, uncachedIf(stale || !reactions.votes));
}

/** The article that had this address before. */
async function movedTo(ctx: Ctx, articles: Article[], name: string): Promise<Article | undefined> {
  const number = await orElse(
    ctx.log,
    "earlier addresses of articles could not be read",
    () => findRedirect(ctx, name),
    () => null,
  );
  return number === null ? undefined : findArticle(articles, String(number));
}

/** Reads the votes and the reader's own state. If that fails the article is shown without them and not cached. */
async function readReactions(ctx: Ctx, id: number, voter: string | null, onDevice: boolean) {
  const { actor } = ctx;
  try {
    const votes = await readVotes(ctx, id, voter);
    return { votes, saved: actor.kind === "user" ? await isSaved({ ...ctx, actor }, id) : onDevice };
  } catch (err) {
    ctx.log.error({ err, article: id }, "what readers say of an article could not be read");
    return { votes: null, saved: actor.kind !== "user" && onDevice };
  }
}

export const headers = pageHeaders;

export default function BlogPost({ loaderData: { reading }, matches }: Route.ComponentProps) {
  if (!reading) {
    return (
      <ScenePage eyebrow="404" heading="Blog Post Not Found" ways={<BackToBlog />} picture={<NoSuchPost />}>
        {MISSING}
      </ScenePage>
    );
  }
  return (
    <>
      <ArticlePage {...reading} company={matches[0].loaderData.company}>
        <NewsletterForm look="card" from={articlePath(reading.article)} />
      </ArticlePage>
      <RelatedPosts posts={reading.related}>
        <BackToBlog />
      </RelatedPosts>
    </>
  );
}
