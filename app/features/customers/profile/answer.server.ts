import type { SubmissionResult } from "@conform-to/react";
import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import type { Property } from "~/features/customers/homes/property";
import type { ToastMessage } from "~/lib/toast-message";
import type { UserCtx } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/flash.server";
import { checkForm, type Fields } from "~/platform/form.server";
import type { Profile } from "./details";

/** A form of the profile page as it was posted. */
export type Post = {
  ctx: UserCtx;
  context: Readonly<RouterContextProvider>;
  fields: Fields;
  intent: string;
  id: string;
};

/** Why a form is refused: with what was typed (`result`), a toast, or a sentence on the page. */
type Refused = {
  result?: SubmissionResult<string[]>;
  toast?: ToastMessage;
  notice?: string;
  /** What is stored now, when another window was faster. */
  profile?: Profile;
  property?: Property;
};
export type Answer = Response | ReturnType<typeof refuse>;
type Verb<Schema extends z.ZodType> = {
  schema: Schema;
  failure: string;
  run: (
    post: Post & { reply: (...messages: string[]) => Refused },
    form: z.output<Schema>,
  ) => Promise<Answer>;
};

export function refuse({ intent, id }: Post, status: number, why: Refused) {
  return data({ intent, id, ...why }, status);
}

/** Checks the form and runs the verb; a fault is logged, and told in a toast while what was typed stays. */
export function verb<Schema extends z.ZodType>({ schema, failure, run }: Verb<Schema>) {
  return async (post: Post): Promise<Answer> => {
    const submission = checkForm(post.fields, schema, { disableAutoCoercion: true });
    if (submission.status !== "success") return refuse(post, 400, { result: submission.reply() });
    const reply = (...formErrors: string[]) => ({ result: submission.reply({ formErrors }) });
    const toast = { title: "Error", description: failure, destructive: true };
    return orElse(
      post.ctx.log,
      `a change of the profile failed: ${post.intent}`,
      () => run({ ...post, reply }, submission.value),
      () => refuse(post, 503, { ...reply(), toast }),
    );
  };
}

/** What was asked for is done: back to the page, with a toast. */
export function done({ context }: Post, path: string, title: string, description?: string): Response {
  return redirectTo(context, path, { toast: { title, description } });
}
