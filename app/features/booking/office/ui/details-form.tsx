import { useRef } from "react";
import { Form, useNavigation } from "react-router";
import type { OfficeBooking } from "~/features/booking/office/booking";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { useFocusError } from "~/ui/use-focus-error";
import { ContactFields, NotesField, PlaceFields, RoomsFields } from "./details-fields";
import type { Refused } from "./section";

type Props = { booking: OfficeBooking; refused: Refused | undefined };

/** Whom and where the visit is for. Its crew is told of a new address. */
export function OfficeDetailsForm({ booking, refused }: Props) {
  const form = useRef<HTMLFormElement>(null);
  const busy = useNavigation().formData?.get("intent") === "details";
  const fields = { values: { ...booking.fields, ...refused?.values }, errors: refused?.errors ?? {} };
  useFocusError(form, refused?.errors);
  return (
    <Disclosure title="Edit details" open={refused !== undefined}>
      <Form ref={form} method="post" preventScrollReset noValidate className="grid gap-4">
        <input type="hidden" name="intent" value="details" />
        <input type="hidden" name="sequence" value={booking.sequence} />
        <ContactFields {...fields} />
        <PlaceFields {...fields} />
        {booking.service.asks_rooms && <RoomsFields {...fields} />}
        <NotesField {...fields} />
        <Button
          type="submit"
          size="small"
          pending={busy}
          pendingLabel="Saving..."
          className="justify-self-start"
        >
          Save changes
        </Button>
      </Form>
    </Disclosure>
  );
}
