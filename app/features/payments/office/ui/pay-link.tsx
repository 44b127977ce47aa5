import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { CopyField } from "~/ui/action/copy-field";
import { Disclosure } from "~/ui/action/disclosure";
import { PanelPart } from "~/ui/list/panel-part";

type Props = { due: string | null; email: string | null; url: string; picture: string };

/** Asks the customer for what is due: by email, by a copied link, or by a code to hold a phone up to. */
export function OrderPayLink({ due, email, url, picture }: Props) {
  const busy = useNavigation().formData?.get("intent") === "ask";
  return (
    <PanelPart title="Pay link">
      <p className="mb-4 text-[0.9375rem]/6 text-moss">
        The customer pays {due} by card, and can add a tip. The link works until it is paid.
      </p>
      <div className="grid gap-4">
        {email ? (
          <Form method="post" preventScrollReset>
            <input type="hidden" name="intent" value="ask" />
            <Button type="submit" size="small" pending={busy} pendingLabel="Sending...">
              Email it to {email}
            </Button>
          </Form>
        ) : (
          <p className="text-[0.9375rem]/6">There is no email address. Text the link, or show the code.</p>
        )}
        <CopyField label="Link" value={url} />
        <Disclosure title="QR code">
          <img
            src={picture}
            width={200}
            height={200}
            alt="Code that opens the pay link"
            className="rounded-control bg-snow ring-1 ring-line"
          />
        </Disclosure>
      </div>
    </PanelPart>
  );
}
