import { Form, Link, useNavigation } from "react-router";
import { EXPORT_PAGE, TAKE_BACK_WORD } from "~/features/operations/export/export";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { TextField } from "~/ui/form/text-field";

/** Confirms that an export replaces what is on this site. */
export function TakeBackForm({ id, error, typed }: { id: string; error: string | undefined; typed: string }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" preventScrollReset className="grid grid-cols-1 gap-4 rounded-card bg-sage-soft p-4">
      <input type="hidden" name="intent" value="take-back" />
      <input type="hidden" name="id" value={id} />
      <p className="text-pretty">
        The site becomes what is in the export: its customers, visits, money, texts and settings, and the
        accounts of its staff with their roles, without passwords. Your own account, the mail server and the
        payment keys stay. What was set up here so far is replaced; a backup of it is made first. Emails stay
        off until you switch them on.
      </p>
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField
          name="confirm"
          label={`Type ${TAKE_BACK_WORD} to confirm`}
          defaultValue={typed}
          error={error}
          autoComplete="off"
          autoCapitalize="characters"
          spellCheck={false}
          maxLength={40}
          autoFocus
          required
        />
      </div>
      <div className="flex flex-wrap items-center gap-3">
        <Button
          type="submit"
          size="small"
          pending={formData?.get("intent") === "take-back"}
          pendingLabel="Starting..."
        >
          Take it back
        </Button>
        <Link to={EXPORT_PAGE} preventScrollReset className={buttonLook({ variant: "ghost", size: "small" })}>
          Cancel
        </Link>
      </div>
    </Form>
  );
}
