import type { Submission } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import type { z } from "zod";
import { readForm } from "~/platform/form.server";
import type { Refused } from "./refusal";

/** They go one way: what was typed there is never sent back to the page. */
const SECRETS = ["password", "code"];

export const TOO_MANY_TRIES = "Too many tries. Please wait a while and try again.";

/** The posted form, checked; a body that is no form counts as an empty one. */
export async function readSubmission<Schema extends z.ZodType>(request: Request, schema: Schema) {
  const form = new FormData();
  for (const [name, value] of Object.entries((await readForm(request)) ?? {})) form.set(name, value);
  return parseWithZod(form, { schema });
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
