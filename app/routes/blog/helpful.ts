import { randomUUID } from "node:crypto";
import { redirect } from "react-router";
import { articles } from "~/features/blog/articles.server";
import { findArticle } from "~/features/blog/listing";
import { VOTER_COOKIE, voterCookie, voterOf } from "~/features/blog/voter-cookie";
import { voteHelpful } from "~/features/blog/votes.server";
import { allowContext, cookiesContext, requestContext } from "~/platform/context.server";
import { readCookie } from "~/platform/cookies.server";
import { redirectTo } from "~/platform/flash.server";
import type { Route } from "./+types/helpful";

const THANKS = { title: "Thank you!", description: "We are glad that this article helped." };
const AGAIN = { title: "You have already told us. Thank you!" };
const TOO_MANY = {
  title: "That was a lot",
  description: "Please wait a while and try again.",
  destructive: true,
};

/** `POST /blog/ID/helpful`: counts this browser once. */
export async function action({ params, request, context }: Route.ActionArgs) {
  const article = findArticle(articles, params.id);
  if (!article) return new Response("There is no such article.", { status: 404 });
  const ctx = requestContext(context);
  const back = `/blog/${article.id}#end`;
  if (!(await context.get(allowContext)("reading"))) return redirectTo(context, back, { toast: TOO_MANY });
  const known = voterOf(readCookie(request, VOTER_COOKIE));
  const voter = known ?? randomUUID();
  const vote = await voteHelpful(ctx, { article: article.id, voter });
  const secure = ctx.origin.startsWith("https:");
  if (!known) context.get(cookiesContext).push(voterCookie(article.id, voter, { secure }));
  return redirectTo(context, back, { toast: vote.new ? THANKS : AGAIN });
}

/** Opening the address counts nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/blog/${encodeURIComponent(params.id)}`);
}
