import { redirect } from "react-router";
import { articles } from "~/features/blog/articles.server";
import { findArticle } from "~/features/blog/listing";
import { NOT_THROUGH, TOO_MANY } from "~/features/blog/reading-toasts";
import { saveArticle } from "~/features/blog/saved.server";
import { allowContext, isTroubled, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import { requireUser } from "~/platform/gate.server";
import type { Route } from "./+types/save";

const SAVED = {
  title: "Article Bookmarked!",
  description: "This article has been saved to your bookmarks.",
};
const REMOVED = { title: "Bookmark Removed", description: "This article is no longer in your bookmarks." };

/** `POST /blog/ID/save`: keeps an article for later, or with keep=no lets go of it. Guests log in first. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const article = findArticle(articles, params.id);
  if (!article) return new Response("There is no such article.", { status: 404 });
  const page = `/blog/${article.id}`;
  const { actor } = requestContext(context);
  if (actor.kind !== "user") {
    if (isTroubled(actor)) return redirectTo(context, page, { toast: NOT_THROUGH });
    const toast = { title: "Log in to save articles", description: "You will come right back to this one." };
    return redirectTo(context, `/login?${new URLSearchParams({ redirect: page })}`, { toast });
  }
  const ctx = requireUser(request, context);
  const { place = "", keep = "yes" } = (await readForm(request)) ?? {};
  const back = place === "saved" ? "/blog/saved" : place === "end" ? `${page}#end` : page;
  if (!(await context.get(allowContext)("reading"))) return redirectTo(context, back, { toast: TOO_MANY });
  const save = async () => {
    await saveArticle(ctx, { article: article.id, keep: keep !== "no" });
    return redirectTo(context, back, { toast: keep === "no" ? REMOVED : SAVED });
  };
  return orElse(ctx.log, "a saved article could not be stored", save, () =>
    redirectTo(context, back, { toast: NOT_THROUGH }),
  );
}

/** Opening the address saves nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/blog/${encodeURIComponent(params.id)}`);
}
