import { data, type RouterContextProvider } from "react-router";
import { type Ctx, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";

type Leaving = {
  /** The log's message when it fails. */
  fault: string;
  /** The page's message then. */
  trouble: string;
  leave: (ctx: Ctx, url: string) => Promise<{ ok: boolean }>;
};

/**
 * Handles the button of an unsubscribe page, and a mail program's one-click request (RFC 8058), which follows no redirect.
 */
export async function answerUnsubscribe(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { fault, trouble, leave }: Leaving,
) {
  const ctx = requestContext(context);
  const { pathname, search } = new URL(request.url);
  const byProgram = (await readForm(request))?.["List-Unsubscribe"] === "One-Click";
  return orElse(
    ctx.log,
    fault,
    async () => {
      const { ok } = await leave(ctx, request.url);
      if (!ok) return data({ trouble: null }, 404);
      return byProgram ? data({ trouble: null }) : redirectTo(context, pathname + search);
    },
    () => data({ trouble }, 503),
  );
}
