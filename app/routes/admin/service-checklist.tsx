import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { readOfficeService } from "~/features/catalog/office/queries.server";
import { servicePath } from "~/features/catalog/office/service";
import { pageMeta } from "~/features/content/site/page-meta";
import { checklistPage } from "~/features/fieldwork/checklists/checklist";
import { readChecklist } from "~/features/fieldwork/checklists/queries.server";
import { respondToChecklist } from "~/features/fieldwork/checklists/respond.server";
import { ChecklistEditor } from "~/features/fieldwork/checklists/ui/checklist-editor";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import type { Route } from "./+types/service-checklist";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Checklist", "What is done at each visit of a service.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export const shouldRevalidate = reloadAfterConflict;

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const service = await readOfficeService(ctx, id);
  const items = await readChecklist(ctx, { of: "service", id });
  if (!service || !items) throw data(null, { status: 404 });
  return { title: service.title, items, nextId: randomUUID() };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const list = { of: "service", id } as const;
  const answer = await respondToChecklist(ctx, list, form);
  if (answer.ok) return redirectTo(context, checklistPage(list), { toast: answer.toast });
  const { status, message, errors } = answer;
  if (status === 404) throw data(null, { status });
  return data({ values: form, message, errors }, { status });
}

export default function ServiceChecklist({ loaderData, actionData, params }: Route.ComponentProps) {
  const { title, items, nextId } = loaderData;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink to={servicePath(params.id)} label={title} />
        <h1 className="text-title wrap-anywhere">Checklist of {title}</h1>
        <p className="mt-1 text-moss">
          What crews check off at each visit, on their phones. A home can have items of its own besides.
        </p>
      </div>
      <ChecklistEditor items={items} nextId={nextId} refused={actionData} canEdit />
    </div>
  );
}
