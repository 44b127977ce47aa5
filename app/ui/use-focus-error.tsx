import { type RefObject, useEffect } from "react";

/** After a form was refused: puts the focus on its first wrong field. */
export function useFocusError(form: RefObject<HTMLElement | null>, errors: object | null | undefined): void {
  useEffect(() => {
    if (errors) form.current?.querySelector<HTMLElement>("[aria-invalid=true]")?.focus();
  }, [form, errors]);
}
