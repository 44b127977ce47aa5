import { randomUUID } from "node:crypto";
import { data, useNavigation } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { changeCodes } from "~/features/customers/codes/change.server";
import { readFoundAtHome } from "~/features/customers/codes/notes.server";
import { readHomeCodes } from "~/features/customers/codes/queries.server";
import { revealToOffice } from "~/features/customers/codes/reveal.server";
import { officeCodesPage } from "~/features/customers/codes/rules";
import { HomeCodes } from "~/features/customers/codes/ui/home-codes";
import { titleOf } from "~/features/customers/homes/property";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { IntentButton } from "~/ui/action/intent-button";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/home-codes";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Entry codes", "Codes, keys and alarms of a home.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const page = await readHomeCodes(ctx, { home: id, by: "office" });
  if (!page) throw data(null, { status: 404 });
  const { home, customer, codes, reveals } = page;
  const found = await readFoundAtHome(ctx, home, null);
  const notes = found.map((note) => ({ ...note, customer: null }));
  return { title: titleOf(home), customer, codes, reveals, found: notes, codeId: randomUUID() };
}

/** Shows the codes in this response only, or changes them. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  if (form.intent === "reveal") {
    const outcome = await revealToOffice(ctx, { home: id });
    if (!outcome.ok) throw data(null, { status: 404 });
    const opened = Object.fromEntries(outcome.codes.map((code) => [code.id, code.value]));
    return data({ opened, refused: undefined }, { headers: { "Cache-Control": "no-store" } });
  }
  const outcome = await changeCodes(ctx, { home: id, by: "office", fields: form });
  if (outcome.ok) {
    const { title, description } = outcome;
    return redirectTo(context, officeCodesPage(id), { toast: { title, description } });
  }
  const { status, message, errors = {} } = outcome;
  if (status === 404) throw data(null, { status });
  const { intent = "", value: _secret, ...values } = form;
  return data({ opened: null, refused: { intent, message, errors, values } }, status);
}

export default function OfficeHomeCodes({ loaderData, actionData }: Route.ComponentProps) {
  const { title, customer, codeId, ...page } = loaderData;
  const pending = useNavigation().formData?.get("intent") === "reveal";
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink
          to={customer ? `/admin/customers/${customer.id}` : "/admin/customers"}
          label={customer?.name ?? "Customers"}
        />
        <h1 className="text-title wrap-anywhere">Entry codes of {title}</h1>
        <p className="mt-1 text-moss">
          Sealed. The crew of a visit reads them from 2 hours before it to 2 hours after it. Every look is
          logged, yours too, and the customer sees the log.
        </p>
      </div>
      <HomeCodes
        {...page}
        opened={actionData?.opened ?? null}
        codeId={actionData?.refused?.values.code_id ?? codeId}
        refused={actionData?.refused}
        action={
          !actionData?.opened && (
            <IntentButton intent="reveal" pending={pending}>
              Show codes
            </IntentButton>
          )
        }
      />
    </div>
  );
}
