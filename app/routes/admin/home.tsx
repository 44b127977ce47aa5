import { randomUUID } from "node:crypto";
import { data, Link, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { officeCodesPage } from "~/features/customers/codes/rules";
import { editHome } from "~/features/customers/homes/edit.server";
import { homeNotesSchema } from "~/features/customers/homes/forms";
import { addressLines, titleOf } from "~/features/customers/homes/property";
import { HomeNotesForm } from "~/features/customers/homes/ui/home-notes-form";
import { changePhotos } from "~/features/customers/photos/change.server";
import { officeHomePage } from "~/features/customers/photos/photo";
import { readHome } from "~/features/customers/photos/queries.server";
import { receivePhotos } from "~/features/customers/photos/receive.server";
import { HomePhotos } from "~/features/customers/photos/ui/home-photos";
import { checklistPage } from "~/features/fieldwork/checklists/checklist";
import type { RouteHandle } from "~/lib/route-handle";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, firstErrors } from "~/platform/request/form.server";
import { requireStaff } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { Allowed, useAllowed } from "~/ui/allowed";
import { Fact, Facts } from "~/ui/list/facts";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/home";

export const handle = { takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Home", "What crews should know of a home.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** A conflict reloads what is saved now; of several pictures, the good ones were kept. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus !== undefined;
}

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const page = await readHome(requireStaff(request, context), { home: id, by: "office" });
  if (!page) throw data(null, { status: 404 });
  const { home, customer, photos } = page;
  const { pets, parking, special_instructions } = home;
  return {
    ...{ id, title: titleOf(home), address: addressLines(home).join(", "), customer, photos },
    notes: { pets, parking, special_instructions },
    version: home.updated_at.toString(),
    formId: randomUUID(),
  };
}

/** Changes the notes or the photos of the home. All forms have parts, because this address takes pictures. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const ctx = requireStaff(request, context);
  if (!(await readHome(ctx, { home: id, by: "office" }))) throw data(null, { status: 404 });
  const received = await receivePhotos(ctx, request);
  const { fields } = received;
  const back = (title: string) => redirectTo(context, officeHomePage(id), { toast: { title } });
  const refuse = (
    status: 400 | 409,
    {
      message,
      errors = {},
      faults = [],
    }: { message?: string; errors?: Record<string, string>; faults?: string[] },
  ) => data({ message, refused: { values: fields, errors, faults } }, { status });
  if (fields.intent === "save-notes") {
    const form = checkForm(fields, homeNotesSchema, { disableAutoCoercion: true });
    if (form.status !== "success") return refuse(400, { errors: firstErrors(form.error) });
    const outcome = await editHome(ctx, id, form.value);
    if (outcome.ok) return back("Home saved");
    if (outcome.reason === "not found") throw data(null, { status: 404 });
    return refuse(409, outcome);
  }
  const outcome = await changePhotos(ctx, { home: id, by: "office", received });
  if (outcome.ok) return back(outcome.title);
  if (outcome.status === 404) throw data(null, { status: 404 });
  return refuse(outcome.status, outcome);
}

export default function OfficeHome({ loaderData, actionData }: Route.ComponentProps) {
  const { id, title, address, customer, photos, notes, version, formId } = loaderData;
  const canEdit = useAllowed("customers.edit");
  const refused = actionData?.refused;
  const ofNotes = refused?.values.intent === "save-notes" ? refused : undefined;
  const link = `${buttonLook({ variant: "secondary", size: "small" })} min-h-11`;
  return (
    <div className="grid max-w-3xl grid-cols-1 gap-6">
      <div>
        <BackLink
          to={customer ? `/admin/customers/${customer.id}` : "/admin/customers"}
          label={customer?.name ?? "Customers"}
        />
        <h1 className="text-title wrap-anywhere">{title}</h1>
        <p className="mt-1 text-moss wrap-anywhere">{address}</p>
        <p className="mt-3 flex flex-wrap gap-2">
          <Allowed to="codes.read">
            <Link to={officeCodesPage(id)} className={link}>
              Entry codes
            </Link>
          </Allowed>
          <Link to={checklistPage({ of: "home", id })} className={link}>
            Checklist
          </Link>
        </p>
      </div>
      {actionData?.message && !ofNotes && (
        <Notice tone="error" title="Nothing was changed">
          {actionData.message}
        </Notice>
      )}
      <Card className="p-5 sm:p-7">
        <h2 className="mb-5 text-heading">What crews should know</h2>
        {canEdit ? (
          <HomeNotesForm
            key={version}
            saved={notes}
            version={version}
            refused={ofNotes}
            conflict={ofNotes && actionData?.message}
          />
        ) : (
          <Facts className="whitespace-pre-line">
            <Fact label="Pets">{notes.pets ?? "Unknown"}</Fact>
            <Fact label="Parking">{notes.parking ?? "Unknown"}</Fact>
            <Fact label="Instructions">{notes.special_instructions}</Fact>
          </Facts>
        )}
      </Card>
      <section aria-labelledby="photos" className="grid gap-4">
        <div>
          <h2 id="photos" className="text-heading">
            Photos
          </h2>
          <p className="mt-1 text-moss">The customer sees them, and the crew from the day before a visit.</p>
        </div>
        <HomePhotos photos={photos} formId={formId} refused={refused} canEdit={canEdit} />
      </section>
    </div>
  );
}
