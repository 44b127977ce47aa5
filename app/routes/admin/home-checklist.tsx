import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { titleOf } from "~/features/customers/homes/property";
import { checklistPage } from "~/features/fieldwork/checklists/checklist";
import { readHomeChecklist } from "~/features/fieldwork/checklists/queries.server";
import { respondToChecklist } from "~/features/fieldwork/checklists/respond.server";
import { ChecklistEditor } from "~/features/fieldwork/checklists/ui/checklist-editor";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { useAllowed } from "~/ui/allowed";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/home-checklist";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Checklist", "What is done at each visit to a home.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export const shouldRevalidate = reloadAfterConflict;

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const found = await readHomeChecklist(ctx, id);
  if (!found) throw data(null, { status: 404 });
  const { home, ...page } = found;
  return { ...page, title: titleOf(home), nextId: randomUUID() };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const list = { of: "home", id } as const;
  const answer = await respondToChecklist(ctx, list, form);
  if (answer.ok) return redirectTo(context, checklistPage(list), { toast: answer.toast });
  const { status, message, errors } = answer;
  if (status === 404) throw data(null, { status });
  return data({ values: form, message, errors }, { status });
}

export default function HomeChecklist({ loaderData, actionData }: Route.ComponentProps) {
  const { title, customer, items, nextId } = loaderData;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink
          to={customer ? `/admin/customers/${customer.id}` : "/admin/customers"}
          label={customer?.name ?? "Customers"}
        />
        <h1 className="text-title wrap-anywhere">Checklist of {title}</h1>
        <p className="mt-1 text-moss">
          What crews check off at this home, after the items of the service. Customers don’t see it.
        </p>
      </div>
      <ChecklistEditor
        items={items}
        nextId={nextId}
        refused={actionData}
        canEdit={useAllowed("customers.edit")}
      />
    </div>
  );
}
