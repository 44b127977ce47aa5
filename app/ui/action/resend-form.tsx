import { Form, useNavigation } from "react-router";
import { Button } from "./button";

type Props = {
  /** How often it was tried as far as the page knows, so that a form sent twice sends once. */
  attempts: number;
  hasFailed: boolean;
};

/** Sends an email or a webhook's event again. Posts `intent=again` and `attempts`. */
export function ResendForm({ attempts, hasFailed }: Props) {
  const pending = useNavigation().formData?.get("intent") === "again";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="attempts" value={attempts} />
      <Button
        type="submit"
        size="small"
        className="min-h-11"
        variant={hasFailed ? "primary" : "secondary"}
        pending={pending}
        pendingLabel="Sending..."
      >
        Send again
      </Button>
    </Form>
  );
}
