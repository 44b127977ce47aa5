import { type RefObject, useEffect } from "react";

/** Focuses the first invalid field after a form was refused. */
export function useFocusError(form: RefObject<HTMLElement | null>, errors: object | null | undefined): void {
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}
