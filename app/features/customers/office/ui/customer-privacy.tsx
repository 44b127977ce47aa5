import { Form, useNavigation } from "react-router";
import type { CustomerView } from "~/features/customers/office/customer";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Disclosure } from "~/ui/action/disclosure";
import { Allowed } from "~/ui/allowed";
import { TextField } from "~/ui/form/text-field";
import { PanelSection } from "./sections";

type Props = { customer: CustomerView; refused: string | undefined };

/** What a customer may ask for: their data, and to be erased. */
export function CustomerPrivacy({ customer: { id, number, account }, refused }: Props) {
  const pending = useNavigation().formData?.get("intent") === "erase";
  return (
    <div className="mt-6">
      <PanelSection heading="Personal data">
        <Allowed to="customers.export">
          <a
            href={`/admin/customers/${id}/data.zip`}
            download
            className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
          >
            Export data
          </a>
        </Allowed>
        <Allowed to="customers.erase">
          <Disclosure title="Erase this customer" open={refused !== undefined} className="mt-2">
            <p className="mb-4 text-[0.9375rem]/6 text-moss">
              Removes names, contacts, homes, notes, messages and credit for good
              {account && ", and the account"}. Times and prices of visits, payments and refunds are kept for
              accounting.
            </p>
            <Form method="post" preventScrollReset noValidate className="grid gap-4">
              <TextField
                label={`Type ${number} to confirm`}
                name="confirm"
                error={refused}
                autoComplete="off"
                maxLength={12}
              />
              <Button
                type="submit"
                name="intent"
                value="erase"
                variant="destructive"
                size="small"
                className="min-h-11 justify-self-start"
                pending={pending}
                pendingLabel="Erasing..."
              >
                Erase for good
              </Button>
            </Form>
          </Disclosure>
        </Allowed>
      </PanelSection>
    </div>
  );
}
