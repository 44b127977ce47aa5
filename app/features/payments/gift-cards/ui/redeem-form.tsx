import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";

/** Makes a gift card the signed-in customer's credit. */
export function RedeemForm() {
  const busy = useNavigation().formData?.get("intent") === "redeem-gift-card";
  return (
    <Form
      method="post"
      preventScrollReset
      className="mt-5 grid gap-3 border-line border-t pt-5 sm:flex sm:items-end"
    >
      <input type="hidden" name="intent" value="redeem-gift-card" />
      <TextField
        label="Gift card code"
        name="code"
        autoComplete="off"
        autoCapitalize="characters"
        maxLength={60}
        className="grow"
      />
      <Button
        type="submit"
        variant="secondary"
        pending={busy}
        pendingLabel="Redeeming..."
        className="min-h-12"
      >
        Redeem
      </Button>
    </Form>
  );
}
