import { randomUUID } from "node:crypto";
import { data, Link } from "react-router";
import { serviceSchema, toServiceForm } from "~/features/catalog/office/forms";
import { readOfficeService } from "~/features/catalog/office/queries.server";
import { addService, updateService } from "~/features/catalog/office/save.server";
import {
  NEW_SERVICE,
  SERVICES_PAGE,
  type ServiceValues,
  servicePath,
  typedValues,
  valuesOf,
} from "~/features/catalog/office/service";
import { OfficeForm } from "~/features/catalog/office/ui/form";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { editorPath, serviceKey } from "~/features/content/texts/text";
import { checklistPage } from "~/features/fieldwork/checklists/checklist";
import { readCompany } from "~/features/operations/settings/queries.server";
import { isUuid } from "~/lib/ids";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { isPicture } from "~/ui/art/pictures";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/service";

export const meta: Route.MetaFunction = ({ matches, params }) =>
  pageMeta(matches, idOf(params) ? "Edit service" : "Add Service", "Services customers can book.", {
    noindex: true,
  });

export const headers = pageHeaders;

/** Id of the service. Null for `new`, which no service can have. */
function idOf({ id }: { id: string }): string | null {
  return id === "new" ? null : cleanLine(id);
}

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const id = idOf(params);
  const [company, service] = await Promise.all([readCompany(ctx), id ? readOfficeService(ctx, id) : null]);
  if (id && !service) throw data(null, { status: 404 });
  const version = service ? { seen: service.version } : { form_id: randomUUID() };
  return { service, version, currency: company.default_currency };
}

export const shouldRevalidate = reloadAfterConflict;

type Refused = {
  errors: Record<string, string>;
  values: ServiceValues;
  message?: string;
  form_id?: string;
};

const CHANGED =
  "Someone else changed this service while you were editing it. Your changes are below: save again to keep them, or reload the page to see theirs.";

export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form: fields } = await requireStaffForm(request, context);
  const id = idOf(params);
  const form_id = isUuid(fields.form_id ?? "") ? fields.form_id : undefined;
  const form = checkForm(fields, serviceSchema(isPicture, (await readCompany(ctx)).default_currency));
  if (form.status !== "success") {
    const wrong = Object.entries(form.error ?? {});
    const errors = Object.fromEntries(
      wrong.flatMap(([name, texts]) => (texts?.[0] ? [[name, texts[0]]] : [])),
    );
    return data({ errors, values: typedValues(fields), form_id } satisfies Refused, { status: 400 });
  }
  const service = toServiceForm(form.value);
  const description = service.title;
  const refuseField = ({ field, message }: { field: string; message: string }) =>
    data({ errors: { [field]: message }, values: typedValues(fields), form_id } satisfies Refused, {
      status: 400,
    });
  if (!id) {
    const added = await addService(ctx, { ...service, form_id });
    if (!added.ok) return refuseField(added);
    return redirectTo(context, SERVICES_PAGE, { toast: { title: "Service added", description } });
  }
  const outcome = await updateService(ctx, { id, ...service, seen: fields.seen });
  if (!outcome.ok && outcome.reason === "not found") throw data(null, { status: 404 });
  if (!outcome.ok && outcome.reason === "wrong") return refuseField(outcome);
  if (!outcome.ok) {
    const refused: Refused = { errors: {}, values: typedValues(fields), message: CHANGED };
    return data(refused, { status: 409 });
  }
  return redirectTo(context, SERVICES_PAGE, { toast: { title: "Service saved", description } });
}

export default function Service({
  loaderData: { service, version, currency },
  actionData,
}: Route.ComponentProps) {
  const refused: Refused | undefined = actionData;
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <BackLink to={SERVICES_PAGE} label="Services" />
        <h1 className="text-title wrap-anywhere">{service?.title ?? "Add Service"}</h1>
        {service && (
          <p className="flex flex-wrap gap-x-6">
            <Link to={`${servicePath(service.id)}/prices`} className={linkLook}>
              Prices by the home, extras and changes ahead
            </Link>
            <Link to={checklistPage({ of: "service", id: service.id })} className={linkLook}>
              Checklist for crews
            </Link>
            <Link to={editorPath(serviceKey(service.id))} className={linkLook}>
              Text of its page
            </Link>
          </p>
        )}
      </div>
      {refused?.message && (
        <Notice tone="error" title="Not saved yet">
          {refused.message}
        </Notice>
      )}
      <OfficeForm
        key={service?.id ?? "new"}
        id={service?.id ?? null}
        version={refused?.form_id ? { form_id: refused.form_id } : version}
        values={refused?.values ?? (service ? valuesOf(service) : NEW_SERVICE)}
        errors={refused?.errors}
        currency={currency}
        listed={service?.prices ? service : null}
      />
    </div>
  );
}

const linkLook =
  "inline-flex min-h-11 items-center font-medium text-evergreen-700 underline-offset-4 hover:underline";
