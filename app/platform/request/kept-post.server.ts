import { createContext, type MiddlewareFunction } from "react-router";
import { pathOf } from "~/platform/http/page-path.server";
import { readForm } from "./form.server";

/** A posted form to send again: its address and fields. */
export type KeptPost = { action: string; fields: [name: string, value: string][] };

/** The form that this request posted; null if there is none or nothing was typed in it. */
export const keptPostContext = createContext<KeptPost | null>(null);

/** Fields that are never sent back to the browser. */
const SECRET = /pass|secret|token|code|key/i;

/** For routes whose forms must survive an ended session: keeps the posted fields for this request. */
export const keepPost: MiddlewareFunction<Response> = async ({ request, context }, next) => {
  if (request.method === "POST") {
    const posted = Object.entries((await readForm(request.clone())) ?? {});
    const fields = posted.filter(([name]) => !SECRET.test(name));
    if (fields.some(([name, value]) => name !== "intent" && value !== ""))
      context.set(keptPostContext, { action: pathOf(request), fields });
  }
  return next();
};
