import { articles } from "~/features/blog/articles.server";
import { postsOf } from "~/features/blog/listing";
import { readSaved } from "~/features/blog/saved.server";
import { SavedPosts } from "~/features/blog/ui/saved-posts";
import { pageMeta } from "~/features/site/page-meta";
import { requireUser } from "~/platform/gate.server";
import type { Route } from "./+types/saved";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Saved Articles", "What you have kept to read again.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  return { posts: postsOf(articles, await readSaved(ctx)) };
}

export default function Saved({ loaderData: { posts } }: Route.ComponentProps) {
  return <SavedPosts posts={posts} />;
}
