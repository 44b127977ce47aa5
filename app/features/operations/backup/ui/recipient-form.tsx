import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";

type Props = { recipient: string | null; typed: string | undefined; error: string | undefined };

/** Sets whom backups are encrypted for. */
export function RecipientForm({ recipient, typed, error }: Props) {
  const { formData } = useNavigation();
  return (
    <Form
      method="post"
      preventScrollReset
      className="flex flex-wrap items-end justify-between gap-4 border-line border-t pt-4"
    >
      <TextField
        key={recipient}
        id="backup-recipient"
        label="Encrypt backups for (age recipient)"
        name="recipient"
        defaultValue={typed ?? recipient ?? ""}
        error={error}
        hint="Create a key pair with age-keygen, enter its public key (age1…), and keep the identity (AGE-SECRET-KEY-1…) in a safe place away from this server. Without the identity nobody can read these backups, not even you. Leave this empty for backups that aren't encrypted."
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={4000}
        className="min-w-0 flex-1 basis-64"
      />
      <Button
        type="submit"
        name="intent"
        value="recipient"
        variant="secondary"
        size="small"
        pending={formData?.get("intent") === "recipient"}
        pendingLabel="Saving..."
      >
        Save
      </Button>
    </Form>
  );
}
