import { useRef, useState } from "react";
import { Form, useNavigation, useSubmit } from "react-router";
import type { SaleState } from "~/features/plans/phone/rules";
import type { OfficeSale } from "~/features/plans/phone/view";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { ConfirmDialog } from "~/ui/action/confirm-dialog";
import { CopyField } from "~/ui/action/copy-field";
import { Allowed } from "~/ui/allowed";

/** A plan that staff sold by phone and that is not paid: its link, or how it came to nothing. */
export function Sale({ id, sale }: { id: string; sale: OfficeSale }) {
  const isGone = sale.state === "expired" || sale.state === "withdrawn";
  return (
    <div className="mb-5 grid gap-4 rounded-control bg-glass px-3.5 py-3 text-[0.9375rem]/6">
      <p>{wordsOf(sale)}</p>
      {sale.url && (
        <Allowed to="plans.edit">
          <CopyField label="Pay link" value={sale.url} />
          {!sale.email && <p>There is no email address. Copy the link and text it to the customer.</p>}
          <div className="flex flex-wrap gap-3">
            {sale.email && <EmailAgain email={sale.email} />}
            <Withdraw />
          </div>
        </Allowed>
      )}
      {isGone && (
        <Allowed to="bookings.create">
          <ButtonLink href={`/admin/bookings/new?again=${id}`} size="small" className="justify-self-start">
            Offer it again
          </ButtonLink>
        </Allowed>
      )}
    </div>
  );
}

function wordsOf({ state, until }: OfficeSale): string {
  const words: Record<SaleState, string> = {
    waiting: `Sold by phone. Its visits are held until ${until}, for the customer to pay by the link.`,
    paying: "The customer has paid, and the payment is not confirmed yet. The visits stay held.",
    begun: "Sold by phone.",
    withdrawn: "Cancelled before it was paid. The visits are released, and the link says so.",
    expired: `Nobody paid by ${until}, or the payment failed. The visits are released.`,
  };
  return words[state];
}

function EmailAgain({ email }: { email: string }) {
  const busy = useNavigation().formData?.get("intent") === "email-link";
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="email-link" />
      <Button type="submit" variant="secondary" size="small" pending={busy} pendingLabel="Sending...">
        Email it again to {email}
      </Button>
    </Form>
  );
}

function Withdraw() {
  const form = useRef<HTMLFormElement>(null);
  const [asking, setAsking] = useState(false);
  const submit = useSubmit();
  const busy = useNavigation().formData?.get("intent") === "withdraw";
  return (
    <Form ref={form} method="post" preventScrollReset>
      <input type="hidden" name="intent" value="withdraw" />
      <Button
        type="submit"
        variant="secondary"
        size="small"
        pending={busy}
        pendingLabel="Cancelling..."
        onClick={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        Cancel this plan
      </Button>
      {asking && (
        <ConfirmDialog
          title="Cancel this plan?"
          yes="Cancel plan"
          no="Keep plan"
          onYes={() => {
            setAsking(false);
            submit(form.current, { preventScrollReset: true });
          }}
          onNo={() => setAsking(false)}
        >
          The held visits are released. The customer gets no email; the link says that we cancelled it.
        </ConfirmDialog>
      )}
    </Form>
  );
}
