import { Form } from "react-router";
import type { Undo } from "~/lib/toast-message";

/** The undo button of a toast. */
export function UndoForm({ undo, onSubmit }: { undo: Undo; onSubmit?: () => void }) {
  return (
    <Form
      method="post"
      action={undo.action}
      preventScrollReset
      onSubmit={onSubmit}
      className="-my-2 shrink-0"
    >
      {Object.entries(undo.fields).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
      <button
        type="submit"
        className="min-h-11 cursor-pointer rounded-control px-3 font-semibold text-evergreen-700 transition-colors hover:bg-sage-soft"
      >
        Undo
      </button>
    </Form>
  );
}
