import { data, type RouterContextProvider } from "react-router";
import type { z } from "zod";
import { allowContext, requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { checkForm, type Fields, readForm } from "./form.server";
import type { LimitName } from "./rate-limits.server";
import { formToken, guardForm, isTrapped, keptToken } from "./spam.server";

/** A form to show again: the typed values, the errors, and the token for the next try. */
export type FormAgain = {
  token: string;
  values: Fields;
  errors: Record<string, string[]>;
  /** Why it was not sent, when no field is to blame. */
  notice?: string;
  /** Whether an error on the server kept it from being sent. */
  failed?: boolean;
};

type PublicForm<Schema extends z.ZodType> = {
  /** The form's name. Its tokens are valid for this form only. */
  name: string;
  /** The label of its button. */
  button: string;
  schema: Schema;
  limit: LimitName;
  send: (value: z.output<Schema>, form_id: string) => Promise<unknown>;
  /** The response after it was sent. */
  done: () => Response;
  /** Its fields, if they were read already. */
  fields?: Fields | null;
};

const USED_UP = "This form was sent several times. If you meant to, please send it once more.";
const TOO_MANY = "That’s a lot for one hour. Please wait a while, or give us a call.";

/** Handles a form that anybody may send: refuses spam and keeps everything that was typed. */
export async function answerPublicForm<Schema extends z.ZodType>(
  request: Request,
  context: Readonly<RouterContextProvider>,
  { name, button, schema, limit, send, done, ...read }: PublicForm<Schema>,
) {
  const ctx = requestContext(context);
  const fields = read.fields === undefined ? await readForm(request) : read.fields;
  if (isTrapped(fields)) {
    ctx.log.warn(
      { form: name, client: ctx.client },
      "a form was filled in where people see nothing; it was not kept",
    );
    return done();
  }
  const again = (status: number, more: Partial<FormAgain>) => {
    const form: FormAgain = {
      token: keptToken(ctx, name, fields),
      values: fields ?? {},
      errors: {},
      ...more,
    };
    return data(form, { status, headers: { "Cache-Control": "no-store" } });
  };
  const submission = checkForm(fields, schema);
  if (submission.status !== "success") return again(400, { errors: withoutEmpty(submission.error) });
  const guarded = guardForm(ctx, { name, button }, fields);
  if (guarded.kind === "program") return done();
  if (guarded.kind === "again") return again(400, { notice: guarded.message, token: guarded.token });
  const allow = context.get(allowContext);
  if (!(await allow(limit))) return again(429, { notice: TOO_MANY });
  if (!(await allow("form-everywhere", guarded.form_id))) {
    return again(429, { notice: USED_UP, token: formToken(ctx, name) });
  }
  const failed = `the form '${name}' could not be stored`;
  const run = async () => {
    await send(submission.value, guarded.form_id);
    return done();
  };
  return orElse(ctx.log, failed, run, () => again(503, { failed: true }));
}

function withoutEmpty(errors: Record<string, string[] | null> | null | undefined): Record<string, string[]> {
  return Object.fromEntries(
    Object.entries(errors ?? {}).flatMap(([name, list]) => (list ? [[name, list]] : [])),
  );
}
