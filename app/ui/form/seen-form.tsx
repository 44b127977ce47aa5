import { type ChangeEvent, type ReactNode, useRef } from "react";
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { cx } from "~/ui/cx";
import { useFocusError } from "./use-focus-error";

/** A form that was not accepted: what was typed stays. `seen`: what the next one starts from. */
export type RefusedForm<Errors = Record<string, string>> = {
  values: Record<string, string>;
  errors: Errors;
  seen: string;
};

type Props = {
  /** The values that the form starts from. */
  stored: object;
  refused: RefusedForm<object> | undefined;
  button?: string;
  onChange?: (event: ChangeEvent<HTMLFormElement>) => void;
  className?: string;
  children: ReactNode;
};

/** A form that sends what it started from as `seen`, focuses what is wrong, and ends with its button. */
export function SeenForm({ stored, refused, button = "Save", onChange, className, children }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const pending = useNavigation().formData?.get("intent") === "save";
  useFocusError(form, refused?.errors);
  return (
    <Form
      ref={form}
      method="post"
      preventScrollReset
      noValidate
      onChange={onChange}
      className={cx("grid grid-cols-1", className ?? "gap-6")}
    >
      <input type="hidden" name="seen" value={refused?.seen ?? JSON.stringify(stored)} />
      {children}
      <div className="border-line border-t pt-5">
        <Button type="submit" name="intent" value="save" pending={pending} pendingLabel="Saving...">
          {button}
        </Button>
      </div>
    </Form>
  );
}
