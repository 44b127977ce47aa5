import { Form, useNavigation } from "react-router";
import { GUEST_LINK_MONTHS, type GuestLink } from "~/features/booking/manage/link";
import { Button } from "~/ui/action/button";
import { Disclosure } from "~/ui/action/disclosure";

/** Ends the guest link of a booking or plan. */
export function EndGuestLink({
  link: { generation, until, over },
  of,
}: {
  link: GuestLink;
  of: "booking" | "plan";
}) {
  const busy = useNavigation().formData?.get("intent") === "end-link";
  if (over) return <p className="mt-3 text-[0.9375rem]/6 text-moss">The guest link worked until {until}.</p>;
  const lasts = until ? `until ${until}` : `until ${GUEST_LINK_MONTHS} months after the plan ends`;
  return (
    <Disclosure title="Guest link">
      <Form method="post" preventScrollReset className="grid gap-3">
        <input type="hidden" name="intent" value="end-link" />
        <input type="hidden" name="seen" value={generation} />
        <p className="text-[0.9375rem]/6">
          Whoever has the link in our emails can open and change this {of} without logging in. It works{" "}
          {lasts}. End it if it got into the wrong hands: {ENDS[of]}, and the customer’s next email has a new
          one.
        </p>
        <Button
          type="submit"
          variant="destructive"
          size="small"
          pending={busy}
          pendingLabel="Ending..."
          className="justify-self-start"
        >
          End the guest link
        </Button>
      </Form>
    </Disclosure>
  );
}

const ENDS = {
  booking: "all links to this booking sent so far stop",
  plan: "all links to this plan and its visits sent so far stop",
};
