import type { Submission } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { checkForm, readForm } from "~/platform/form.server";
import type { Refused } from "./rules";

/** They go one way: what was typed there is never sent back to the page. */
const SECRETS = ["password", "code"];

export const TOO_MANY_TRIES = "Too many attempts. Please wait a while and try again.";

export const TROUBLE = "Something went wrong on our side. Please try again.";

/** The posted form, checked. */
export async function readSubmission<Schema extends z.ZodType>(request: Request, schema: Schema) {
  return checkForm(await readForm(request), schema);
}

type Reasons = {
  toast?: { title: string; description: string };
  fieldErrors?: Record<string, string[]>;
  stays?: boolean;
};

export function refused(
  submission: Submission<unknown, string[]>,
  { toast, fieldErrors, stays = false }: Reasons = {},
): Refused {
  const reply = submission.reply({ fieldErrors });
  const initialValue = Object.fromEntries(
    Object.entries(reply.initialValue ?? {}).filter(([name]) => !SECRETS.includes(name)),
  );
  return {
    result: { ...reply, initialValue },
    toast: toast ? { ...toast, destructive: true } : null,
    stays,
  };
}

/** For who was too quick: status 429. */
export function refusedForNow(submission: Submission<unknown, string[]>, title: string): Refused {
  return refused(submission, { toast: { title, description: TOO_MANY_TRIES }, stays: true });
}

/** Does what a form asks for. After a fault of ours the form is back with what was typed: status 503. */
export function orFailure<Answer>(
  context: Readonly<RouterContextProvider>,
  submission: Submission<unknown, string[]>,
  title: string,
  run: () => Promise<Answer>,
) {
  const { log } = requestContext(context);
  const toast = { title, description: TROUBLE };
  return orElse(log, title, run, () => data(refused(submission, { toast, stays: true }), 503));
}
