import { useNavigation, useSubmit } from "react-router";
import {
  APPLICATION_LABELS,
  APPLICATION_STATUSES,
  type ApplicationStatus,
} from "~/features/careers/office/list";
import { NoScriptButton } from "~/ui/action/no-script-button";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";

type Props = { id: string; name: string; status: ApplicationStatus; action: string; className?: string };

/** Status of an application. Saved on change; without script a button saves it. */
export function ApplicationStatusSelect({ id, name, status, action, className }: Props) {
  const submit = useSubmit();
  const posted = useNavigation().formData;
  const saving = posted?.get("id") === id ? posted.get("status") : null;
  const save = (form: HTMLFormElement) => submit(form, { preventScrollReset: true });
  return (
    // Plain `form`: the board has a hundred of them, and React Router's `Form` computes its address on every render.
    <form
      method="post"
      action={action}
      onSubmit={(event) => {
        event.preventDefault();
        save(event.currentTarget);
      }}
      onChange={(event) => save(event.currentTarget)}
      className={cx("flex items-center gap-2", className)}
    >
      <input type="hidden" name="intent" value="status" />
      <input type="hidden" name="id" value={id} />
      <select
        key={saving ? "saving" : status}
        name="status"
        aria-label={`Status of ${name}`}
        aria-busy={saving !== null || undefined}
        defaultValue={saving ? String(saving) : status}
        className={cx(
          controlLook,
          "min-h-10! w-auto! max-w-full py-1.5! pr-8! pl-3! text-[0.9375rem]! max-md:min-h-11!",
        )}
      >
        {APPLICATION_STATUSES.map((value) => (
          <option key={value} value={value}>
            {APPLICATION_LABELS[value]}
          </option>
        ))}
      </select>
      <NoScriptButton>Save</NoScriptButton>
    </form>
  );
}
