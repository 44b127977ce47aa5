import { redirect } from "react-router";
import { articlePath, FAILED, findArticle, TOO_MANY } from "~/features/content/blog/article";
import { readArticles } from "~/features/content/blog/queries.server";
import { newVoter, VOTER_COOKIE, voteHelpful, voterOf } from "~/features/content/blog/votes.server";
import { allowContext, cookiesContext, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { readCookie } from "~/platform/request/cookies.server";
import { redirectTo } from "~/platform/request/flash.server";
import type { Route } from "./+types/helpful";

const THANKS = { title: "Thank you!", description: "We are glad that this article helped." };
const AGAIN = { title: "You have already told us. Thank you!" };

/**
 * `POST /blog/ID/helpful`: counts a browser once. A browser without a voter number gets one and repeats the request (307). Of two
 * simultaneous requests browsers follow only the last, so one counts. Without cookies nothing is counted. Script (live-forms.ts,
 * with `X-Live`) sends one request itself.
 */
export async function action({ params, request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const { articles } = await readArticles(ctx);
  const article = findArticle(articles, params.id);
  if (!article) return new Response("There is no such article.", { status: 404 });
  const page = articlePath(article);
  const back = `${page}#end`;
  if (!(await context.get(allowContext)("reading"))) return redirectTo(context, back, { toast: TOO_MANY });
  const voter = voterOf(ctx.links, article.id, readCookie(request, VOTER_COOKIE));
  const visitor = newVoter(ctx.links, article, { secure: ctx.origin.startsWith("https:") });
  if (!voter) {
    if (new URL(request.url).searchParams.has("again")) return redirectTo(context, back);
    context.get(cookiesContext).push(visitor.cookie);
    if (!request.headers.has("X-Live")) return redirect(`${page}/helpful?again`, { status: 307 });
  }
  const count = async () => {
    const vote = await voteHelpful(ctx, { article: article.id, voter: voter ?? visitor.voter });
    return redirectTo(context, back, { toast: vote.new ? THANKS : AGAIN });
  };
  return orElse(ctx.log, "a vote for an article could not be counted", count, () =>
    redirectTo(context, back, { toast: FAILED }),
  );
}

/** GET counts nothing. */
export function loader({ params }: Route.LoaderArgs) {
  return redirect(`/blog/${encodeURIComponent(params.id)}`);
}
