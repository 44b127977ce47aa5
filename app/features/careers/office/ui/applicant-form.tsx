import { type ReactNode, useRef } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { OfficeApplication } from "~/features/careers/office/application";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { cx } from "~/ui/cx";
import { useFocusError } from "~/ui/use-focus-error";

/** A form of the panel that was not accepted. */
export type Refused = {
  intent: string;
  message: string | null;
  errors: Record<string, string>;
  values: Record<string, string>;
};

export type FormPart = {
  application: OfficeApplication;
  formId: string;
  refused: Refused | undefined;
  /** The panel without a form. */
  back: string;
};

type Props = Pick<FormPart, "refused" | "back"> & {
  intent: string;
  label: string;
  /** Of the button, and while it works. */
  submit: string;
  pendingLabel: string;
  variant?: "primary" | "destructive";
  className?: string;
  children: ReactNode;
};

/** One of the forms that a panel of an applicant opens: it comes back to itself when refused, and can be left. */
export function ApplicantForm({
  intent,
  label,
  submit,
  pendingLabel,
  variant,
  className,
  refused,
  back,
  children,
}: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === intent;
  useFocusError(form, refused?.intent === intent ? refused.errors : undefined);
  return (
    <Form
      ref={form}
      method="post"
      action={`${back}${back.includes("?") ? "&" : "?"}form=${intent}`}
      preventScrollReset
      noValidate
      aria-label={label}
      className={cx("grid gap-3", className)}
    >
      <input type="hidden" name="intent" value={intent} />
      {children}
      <div className="col-span-full flex flex-wrap gap-2">
        <Button
          type="submit"
          variant={variant}
          size="small"
          className="min-h-11"
          pending={busy}
          pendingLabel={pendingLabel}
        >
          {submit}
        </Button>
        <Link
          to={back}
          preventScrollReset
          className={cx(buttonLook({ variant: "ghost", size: "small" }), "min-h-11")}
        >
          Cancel
        </Link>
      </div>
    </Form>
  );
}
