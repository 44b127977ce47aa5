import type { Submission } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import { type Refused, tooManyTries } from "./rules";

/** Never sent back to the page. */
const SECRETS = ["password", "code"];

export const TOO_MANY_TRIES = "Too many attempts. Please wait a while and try again.";

export const SERVER_ERROR = "Something went wrong on our side. Please try again.";

/** Reads and validates a submitted form. */
export async function readSubmission<Schema extends z.ZodType>(request: Request, schema: Schema) {
  return checkForm(await readForm(request), schema);
}

type Reasons = {
  toast?: { title: string; description: string };
  fieldErrors?: Record<string, string[]>;
  inline?: boolean;
};

export function refused(
  submission: Submission<unknown, string[]>,
  { toast, fieldErrors, inline = false }: Reasons = {},
): Refused {
  const reply = submission.reply({ fieldErrors });
  const initialValue = Object.fromEntries(
    Object.entries(reply.initialValue ?? {}).filter(([name]) => !SECRETS.includes(name)),
  );
  return {
    result: { ...reply, initialValue },
    toast: toast ? { ...toast, destructive: true } : null,
    inline,
  };
}

/** Answer for a rate-limited request (status 429). */
export function refusedByRateLimit(submission: Submission<unknown, string[]>, title: string): Refused {
  return refused(submission, { toast: { title, description: TOO_MANY_TRIES }, inline: true });
}

/** As `refusedByRateLimit`, with the time to wait in words and in the Retry-After header. `advice` is a sentence more. */
export function refusedForSeconds(
  submission: Submission<unknown, string[]>,
  title: string,
  seconds: number,
  advice?: string,
) {
  const description = [tooManyTries(seconds), advice].filter(Boolean).join(" ");
  return data(refused(submission, { toast: { title, description }, inline: true }), retryAfter(seconds));
}

export function retryAfter(seconds: number) {
  return { status: 429, headers: { "Retry-After": String(seconds) } };
}

/** Headers of a page that is stored nowhere, with the time to wait that its action answers. */
export function pageThatWaits({ actionHeaders }: { actionHeaders: Headers }): HeadersInit {
  const seconds = actionHeaders.get("Retry-After");
  return { "Cache-Control": "no-store", ...(seconds && { "Retry-After": seconds }) };
}

/** Runs `run`. If it throws, logs the error and shows the form again with what was typed (status 503). */
export function orFailure<Answer>(
  context: Readonly<RouterContextProvider>,
  submission: Submission<unknown, string[]>,
  title: string,
  run: () => Promise<Answer>,
) {
  const { log } = requestContext(context);
  const toast = { title, description: SERVER_ERROR };
  return orElse(log, title, run, () => data(refused(submission, { toast, inline: true }), 503));
}
