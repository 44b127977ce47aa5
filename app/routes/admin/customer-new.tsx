import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { checkCustomerForm } from "~/features/customers/office/forms";
import { CUSTOMER_LIST } from "~/features/customers/office/list";
import { addCustomer } from "~/features/customers/office/save.server";
import { CustomerForm, type RefusedCustomer } from "~/features/customers/office/ui/customer-form";
import { isUuid } from "~/lib/ids";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/customer-new";

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return { id: randomUUID() };
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const refuse = (errors: Record<string, string>, message: string | null = null) =>
    data({ errors, values, message } satisfies RefusedCustomer, 400);
  const { id = "" } = values;
  if (!isUuid(id)) return refuse({}, "Please reload the page and try again.");
  const checked = checkCustomerForm(values);
  if (!checked.ok) return refuse(checked.errors);
  await addCustomer(ctx, { id, ...checked.value });
  return redirectTo(context, `${CUSTOMER_LIST.path}/${id}`, { toast: { title: "Customer added" } });
}

export default function NewCustomer({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <SidePanel title="New customer" closeHref={CUSTOMER_LIST.path}>
      <CustomerForm newId={loaderData.id} cancelHref={CUSTOMER_LIST.path} refused={actionData} />
    </SidePanel>
  );
}
