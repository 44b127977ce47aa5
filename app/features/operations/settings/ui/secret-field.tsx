import type { FieldMetadata } from "@conform-to/react";
import { Link } from "react-router";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { Notice } from "~/ui/notice";
import { PasswordField } from "~/ui/password-field";

type Props = {
  tab: string;
  field: FieldMetadata<string>;
  label: string;
  hint?: string;
  state: { set_on: string; opens: boolean } | null | undefined;
  /** The field whose value is about to be replaced. */
  replacing: string | null;
};

/** A secret that is never shown again: when it was set, and the ways to replace or remove it. */
export function SecretField({ tab, field, label, hint, state, replacing }: Props) {
  const open = !state?.opens || replacing === field.name || field.errors !== undefined;
  const page = `/admin/settings?tab=${tab}`;
  if (open) {
    return (
      <div className="grid gap-3">
        {state && !state.opens && (
          <Notice tone="error">
            It was stored under a different APP_SECRET and can't be used. Please enter it again.
          </Notice>
        )}
        <PasswordField
          key={field.key}
          id={field.id}
          name={field.name}
          error={field.errors}
          label={state ? `New ${label.toLowerCase()}` : label}
          hint={hint}
          optional={!state}
          autoComplete="off"
          autoFocus={replacing === field.name}
          maxLength={255}
        />
        {state?.opens && (
          <Link
            to={page}
            preventScrollReset
            replace
            className="w-fit font-medium text-evergreen-700 underline"
          >
            Leave empty to keep the current one
          </Link>
        )}
      </div>
    );
  }
  return (
    <div>
      <p className="mb-1.5 font-semibold text-[0.9375rem]/5">{label}</p>
      <div className="flex flex-wrap items-center gap-2 rounded-control border border-line bg-paper py-1.5 pr-2 pl-3.5">
        <p className="min-w-0 flex-1 text-[0.9375rem]">
          <span aria-hidden className="mr-2 tracking-widest">
            ••••
          </span>
          <span className="text-moss">set on {state.set_on}</span>
        </p>
        <Link
          to={`${page}&replace=${field.name}`}
          preventScrollReset
          replace
          aria-label={`Replace: ${label}`}
          className={buttonLook({ variant: "ghost", size: "small" })}
        >
          Replace
        </Link>
        <Button
          type="submit"
          form={removeFormId(field.name)}
          variant="ghost"
          size="small"
          aria-label={`Remove: ${label}`}
        >
          Remove
        </Button>
      </div>
    </div>
  );
}

/** The form beside the page's own that removes a secret. */
export function removeFormId(name: string): string {
  return `remove-${name}`;
}
