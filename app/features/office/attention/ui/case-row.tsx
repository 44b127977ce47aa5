import { useId } from "react";
import { Form, Link, useNavigation } from "react-router";
import {
  ATTENTION_PAGE,
  type AttentionCase,
  type CaseAction,
  type Refused,
} from "~/features/office/attention/attention";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { ErrorText } from "~/ui/form/error-text";

type Props = { kind: string; case: AttentionCase; back: string; refused: Refused | undefined };

/** A case: what and when, which lead to it, and what can be done at once. */
export function CaseRow({ kind, case: { id, href, what, when, actions }, back, refused }: Props) {
  return (
    <li className="border-line border-t py-2">
      <div className="grid items-center gap-x-4 gap-y-2 @2xl:grid-cols-[minmax(0,1fr)_auto]">
        <Link
          to={href}
          className="-mx-2 block min-w-0 rounded-control px-2 py-1.5 text-[0.9375rem]/5 transition-colors hover:bg-sage-soft"
        >
          <span className="line-clamp-2 wrap-anywhere">{what}</span>
          <span className="block text-[0.8125rem]/5 text-moss tabular-nums">{when}</span>
        </Link>
        <div className="flex flex-wrap items-start gap-2 @2xl:justify-end">
          {actions.map((action) =>
            "href" in action ? (
              <ActionLink key={action.label} {...action} what={`${what}, ${when}`} />
            ) : (
              <ActionForm
                key={action.label}
                {...{ kind, id, back, action, refused }}
                what={`${what}, ${when}`}
              />
            ),
          )}
        </div>
      </div>
      {refused?.field === null && <ErrorText announced>{refused.message}</ErrorText>}
    </li>
  );
}

function ActionLink({ href, label, what }: { href: string; label: string; what: string }) {
  const look = cx(buttonLook({ variant: "secondary", size: "small" }), "min-h-11");
  const words = (
    <>
      {label}
      <span className="sr-only">: {what}</span>
    </>
  );
  if (href.startsWith("tel:"))
    return (
      <a href={href} className={look}>
        {words}
      </a>
    );
  return (
    <Link to={href} className={look}>
      {words}
    </Link>
  );
}

type FormProps = Omit<Props, "case"> & {
  id: string;
  action: Exclude<CaseAction, { href: string }>;
  what: string;
};

/** Does it at once. What needs words opens first. */
function ActionForm({ kind, id, back, action, what, refused }: FormProps) {
  const { label, intent, pending, fields, pick, line } = action;
  const { formData } = useNavigation();
  const isSending = formData?.get("kind") === kind && formData.get("id") === id;
  const problem = useId();
  const failed = refused?.field && refused.field === (line ?? pick)?.name ? refused : undefined;
  const control = {
    "aria-invalid": failed ? true : undefined,
    "aria-describedby": failed ? problem : undefined,
    autoFocus: failed !== undefined,
  };
  const form = (
    <Form
      method="post"
      action={ATTENTION_PAGE}
      preventScrollReset
      className="flex flex-wrap items-start gap-2 @2xl:justify-end"
    >
      {Object.entries({ ...fields, kind, intent, to: back }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      {pick && (
        <select
          name={pick.name}
          aria-label={`${pick.label}: ${what}`}
          defaultValue={refused?.values[pick.name] ?? ""}
          {...control}
          className={cx(controlLook, "min-h-11! w-auto! max-w-52 truncate py-1.5 pr-9 text-[0.9375rem]")}
        >
          {pick.options.map(([value, text]) => (
            <option key={value} value={value}>
              {text}
            </option>
          ))}
        </select>
      )}
      {line && (
        <input
          type="text"
          name={line.name}
          aria-label={`${line.label}: ${what}`}
          placeholder={line.label}
          maxLength={line.max}
          required
          defaultValue={refused?.values[line.name]}
          {...control}
          className={cx(controlLook, "min-h-11! w-56! max-w-full py-1.5 text-[0.9375rem]")}
        />
      )}
      <Button
        type="submit"
        variant="secondary"
        size="small"
        className="min-h-11"
        pending={isSending}
        pendingLabel={pending}
        aria-label={`${label}: ${what}`}
      >
        {label}
      </Button>
      {failed && (
        <ErrorText announced id={problem} className="basis-full @2xl:justify-end">
          {failed.message}
        </ErrorText>
      )}
    </Form>
  );
  if (!line) return form;
  return (
    <details open={failed !== undefined} className="group/keep @2xl:text-right">
      <summary
        className={cx(
          buttonLook({ variant: "secondary", size: "small" }),
          "min-h-11 list-none group-open/keep:mb-2 [&::-webkit-details-marker]:hidden",
        )}
      >
        {label}
        <span className="sr-only">: {what}</span>
      </summary>
      {form}
    </details>
  );
}
