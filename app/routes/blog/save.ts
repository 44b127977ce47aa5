import { redirect } from "react-router";
import { articlePath, FAILED, findArticle, TOO_MANY } from "~/features/content/blog/article";
import { bookmarksCookie, readBookmarks, saveArticle } from "~/features/content/blog/bookmarks.server";
import { readArticles } from "~/features/content/blog/queries.server";
import { allowContext, cookiesContext, requestContext, sessionFailed } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/save";

const SAVED = {
  title: "Article Bookmarked!",
  description: "This article has been saved to your bookmarks.",
};
const REMOVED = { title: "Bookmark Removed", description: "This article is no longer in your bookmarks." };

/** `POST /blog/ID/save`: saves an article, or removes it with keep=no. In the account if signed in, otherwise on the device. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const { articles } = await readArticles(ctx);
  const article = findArticle(articles, params.id);
  if (!article) return new Response("There is no such article.", { status: 404 });
  const page = articlePath(article);
  const { actor } = ctx;
  if (sessionFailed(actor)) return redirectTo(context, page, { toast: FAILED });
  const { place = "", keep: kept = "yes" } = (await readForm(request)) ?? {};
  const keep = kept !== "no";
  const back = place === "saved" ? "/blog/saved" : place === "end" ? `${page}#end` : page;
  if (!(await context.get(allowContext)("reading"))) return redirectTo(context, back, { toast: TOO_MANY });
  const toast = keep ? SAVED : REMOVED;
  if (actor.kind !== "user") {
    const others = readBookmarks(request, articles).filter((id) => id !== article.id);
    const cookie = bookmarksCookie(keep ? [article.id, ...others] : others, {
      secure: ctx.origin.startsWith("https:"),
    });
    context.get(cookiesContext).push(cookie);
    return redirectTo(context, back, { toast });
  }
  const save = async () => {
    await saveArticle({ ...ctx, actor }, { article: article.id, keep });
    return redirectTo(context, back, { toast });
  };
  return orElse(ctx.log, "a saved article could not be stored", save, () =>
    redirectTo(context, back, { toast: FAILED }),
  );
}

/** GET saves nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/blog/${encodeURIComponent(params.id)}`);
}
