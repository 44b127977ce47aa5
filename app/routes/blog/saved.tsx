import { data } from "react-router";
import { FAILED, postsOf, TOO_MANY } from "~/features/content/blog/article";
import {
  bookmarksCookie,
  readBookmarks,
  readSaved,
  saveArticles,
} from "~/features/content/blog/bookmarks.server";
import { readArticles } from "~/features/content/blog/queries.server";
import { SavedPosts } from "~/features/content/blog/ui/saved-posts";
import { pageMeta } from "~/features/content/site/page-meta";
import { allowContext, cookiesContext, requestContext, sessionFailed } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import type { Route } from "./+types/saved";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Saved Articles", "Articles you saved to read again.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const MOVED_TOAST = { title: "Saved to your account", description: "You will find them on every device." };
const REMOVED_TOAST = {
  title: "Bookmarks removed",
  description: "No articles are saved on this device anymore.",
};

/** Articles saved in the account if signed in, and those saved on this device. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { actor } = ctx;
  const { articles } = await readArticles(ctx);
  const onDevice = readBookmarks(request, articles);
  if (actor.kind !== "user") {
    if (sessionFailed(actor)) throw data(null, { status: 503 });
    return { posts: postsOf(articles, onDevice), isReader: false, onDeviceOnly: 0 };
  }
  const saved = await readSaved({ ...ctx, actor });
  const onDeviceOnly = onDevice.filter((id) => !saved.includes(id)).length;
  return { posts: postsOf(articles, saved), isReader: true, onDeviceOnly };
}

/** `POST /blog/saved`: moves the articles on this device to the account (intent=keep), or removes them. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const { intent } = (await readForm(request)) ?? {};
  const keep = intent === "keep";
  if (!(await context.get(allowContext)("reading")))
    return redirectTo(context, "/blog/saved", { toast: TOO_MANY });
  const move = async () => {
    if (keep) await saveArticles(ctx, readBookmarks(request, (await readArticles(ctx)).articles));
    context.get(cookiesContext).push(bookmarksCookie([], { secure: ctx.origin.startsWith("https:") }));
    return redirectTo(context, "/blog/saved", { toast: keep ? MOVED_TOAST : REMOVED_TOAST });
  };
  return orElse(ctx.log, "saved articles could not be moved into an account", move, () =>
    redirectTo(context, "/blog/saved", { toast: FAILED }),
  );
}

export default function Saved({ loaderData }: Route.ComponentProps) {
  return <SavedPosts {...loaderData} />;
}
