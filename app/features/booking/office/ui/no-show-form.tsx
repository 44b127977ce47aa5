import { Form, useNavigation } from "react-router";
import type { OfficeBooking } from "~/features/booking/office/booking";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";

/** Closes a visit for which nobody let the crew in, with what it costs. */
export function OfficeNoShowForm({ noShow }: { noShow: NonNullable<OfficeBooking["no_show"]> }) {
  const busy = useNavigation().formData?.get("intent") === "no-show";
  return (
    <Disclosure title="No-show">
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="no-show" />
        <input type="hidden" name="refund" value={noShow.refund} />
        <input type="hidden" name="fee" value={noShow.fee} />
        <p className="text-[0.9375rem]/6">
          The crew came, and nobody let them in. {noShow.words} The customer gets an email.
        </p>
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={busy}
          pendingLabel="Saving..."
          className="justify-self-start"
        >
          Close as no-show
        </Button>
      </Form>
    </Disclosure>
  );
}
