import { Form, useNavigation } from "react-router";
import { formatCents } from "~/lib/money";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";
import { Card } from "~/ui/page/card";

type Props = {
  /** Cents; 0 for none. */
  floor: number;
  currency: string;
  /** A form that was not saved. */
  refused: { typed: string; error: string; seen: string } | undefined;
};

/** The company's lowest price for an hour of a crew. */
export function FloorForm({ floor, currency, refused }: Props) {
  const busy = useNavigation().formData?.get("intent") === "floor";
  const shown = floor > 0 ? formatCents(floor, "USD", { dropZeroCents: true }).replace(/[$,]/g, "") : "";
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-heading">Floor</h2>
      <p className="mt-1 mb-4 max-w-prose text-moss">
        For all services. No price list, frequency or set of extras can bring in less than this per crew-hour.
      </p>
      <Form method="post" preventScrollReset noValidate className="flex flex-wrap items-start gap-3">
        <input type="hidden" name="seen" value={refused?.seen ?? String(floor)} />
        <TextField
          key={refused?.typed ?? shown}
          label={`Lowest price of a crew-hour in ${currency}`}
          name="floor"
          defaultValue={refused?.typed ?? shown}
          error={refused?.error}
          hint="Empty for none."
          inputMode="decimal"
          autoComplete="off"
          className="w-full sm:w-96"
        />
        <Button
          type="submit"
          name="intent"
          value="floor"
          variant="secondary"
          pending={busy}
          className="min-h-12 sm:mt-6.5"
        >
          Save floor
        </Button>
      </Form>
    </Card>
  );
}
