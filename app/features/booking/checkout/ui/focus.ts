/** 'Continue' hides itself with its tab; the focus must not get lost with it. */
export function focusOpenTab(form: HTMLFormElement | null) {
  form?.querySelector<HTMLElement>('[role="tab"][aria-selected="true"]')?.focus();
}

/** Brings the focus to a field: of several, to the one that is chosen. */
export function focusField(form: HTMLFormElement | null, field: string) {
  const inputs =
    form?.querySelectorAll<HTMLElement>(
      `[name="${CSS.escape(field)}"]:not(:disabled):not([type="hidden"])`,
    ) ?? [];
  const target =
    [...inputs].find((input) => input.matches(":checked")) ??
    inputs[0] ??
    form?.ownerDocument.getElementById(field);
  target?.focus();
}
