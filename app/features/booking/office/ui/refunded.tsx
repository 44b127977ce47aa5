import { Form, useNavigation } from "react-router";
import type { OfficeMoney } from "~/features/booking/office/booking";
import { Button } from "~/ui/button";

/** What staff decide about a visit whose money went back at the provider: cancel it, or keep it as unpaid. */
export function OfficeRefunded({ money }: { money: OfficeMoney }) {
  const intent = useNavigation().formData?.get("intent");
  return (
    <div className="mt-3 flex flex-wrap gap-2">
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="cancel" />
        <input type="hidden" name="choice" value="none" />
        <input type="hidden" name="left" value={money.left} />
        <input type="hidden" name="reason" value="The payment was refunded" />
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={intent === "cancel"}
          pendingLabel="Cancelling..."
        >
          Cancel visit
        </Button>
      </Form>
      <Form method="post" preventScrollReset>
        <input type="hidden" name="intent" value="keep" />
        <Button
          type="submit"
          variant="secondary"
          size="small"
          pending={intent === "keep"}
          pendingLabel="Keeping..."
        >
          Keep as unpaid
        </Button>
      </Form>
    </div>
  );
}
