import { createContext, type MiddlewareFunction } from "react-router";
import { readForm } from "./form.server";
import { pathOf } from "./page-path.server";

/** A form that somebody sent, to be sent again: where to, and what it said. */
export type KeptPost = { action: string; fields: [name: string, value: string][] };

/** The form that this request brought; null when there is none, or nothing in it that was typed. */
export const keptPostContext = createContext<KeptPost | null>(null);

/** Never sent back to the browser: it is typed again. */
const SECRET = /password|secret|token|code|key/i;

/** For routes whose forms must not be lost with the session: keeps what a form said until the request is answered. */
export const keepPost: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "POST") {
    const posted = Object.entries((await readForm(request.clone())) ?? {});
    const fields = posted.filter(([name]) => !SECRET.test(name));
    if (fields.some(([name, value]) => name !== "intent" && value !== ""))
      context.set(keptPostContext, { action: pathOf(request), fields });
  }
  return next();
};
