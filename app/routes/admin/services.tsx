import Plus from "lucide-react/icons/plus";
import Sparkles from "lucide-react/icons/sparkles";
import { data, Link } from "react-router";
import { readOfficeServices } from "~/features/catalog/office/queries.server";
import {
  type DeleteOutcome,
  deleteService,
  placeService,
  restoreService,
  setServiceActive,
} from "~/features/catalog/office/save.server";
import { groupByType, SERVICES_PAGE } from "~/features/catalog/office/service";
import { OfficeServices } from "~/features/catalog/office/ui/services";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { readCompany } from "~/features/operations/settings/queries.server";
import { cleanLine } from "~/lib/text";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { buttonLook } from "~/ui/action/button-look";
import { EmptyState } from "~/ui/list/empty-state";
import type { Route } from "./+types/services";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Services", "Services customers can book.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const [services, company] = await Promise.all([readOfficeServices(ctx), readCompany(ctx)]);
  return { services, currency: company.default_currency };
}

/** Moves, deletes, restores or activates a service. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", id = "", place = "" } = form;
  const toast = await answerTo(ctx, intent, cleanLine(id), place);
  if (toast === "not found") throw data(null, { status: 404 });
  if (toast === "bad request") throw data(null, { status: 400 });
  return redirectTo(context, SERVICES_PAGE, toast ? { toast } : {});
}

type Answer = ToastMessage | "not found" | "bad request" | null;

async function answerTo(ctx: StaffCtx, intent: string, id: string, place: string): Promise<Answer> {
  switch (intent) {
    case "place": {
      if (!/^-?\d{1,4}$/.test(place)) return "bad request";
      return (await placeService(ctx, { id, place: Number(place) })) ? null : "not found";
    }
    case "delete": {
      const outcome = await deleteService(ctx, id);
      return outcome ? deletedToast(id, outcome) : "not found";
    }
    case "restore": {
      const restored = await restoreService(ctx, id);
      return restored ? { title: "Service restored", description: restored.title } : "not found";
    }
    case "activate": {
      const service = await setServiceActive(ctx, { id, active: true });
      return service ? { title: "Service activated", description: service.title } : "not found";
    }
    default:
      return "bad request";
  }
}

function deletedToast(id: string, { done, title }: DeleteOutcome): ToastMessage {
  const undo = (intent: string) => ({ action: SERVICES_PAGE, fields: { intent, id } });
  if (done === "deleted") return { title: "Service deleted", description: title, undo: undo("restore") };
  if (done === "deactivated") {
    const description = `${title} has bookings, so it wasn't deleted. It's off the site now.`;
    return { title: "Service deactivated", description, undo: undo("activate") };
  }
  const description = `${title} has bookings, so it can't be deleted. It's already off the site.`;
  return { title: "Service not deleted", description };
}

export default function Services({ loaderData: { services, currency } }: Route.ComponentProps) {
  const add = (
    <Link to={`${SERVICES_PAGE}/new`} className={`${buttonLook({ size: "small" })} min-h-11`}>
      <Plus aria-hidden strokeWidth={1.75} className="size-5" />
      Add Service
    </Link>
  );
  return (
    <div className="grid grid-cols-1 gap-6">
      <div className="flex flex-wrap items-center justify-between gap-4">
        <h1 className="text-title">Services</h1>
        {services.length > 0 && add}
      </div>
      {services.length === 0 && (
        <EmptyState icon={Sparkles} title="No services yet" action={add}>
          Services you add appear on the site right away.
        </EmptyState>
      )}
      {groupByType(services).map(
        ({ type, services }) =>
          services.length > 0 && (
            <OfficeServices key={type} type={type} services={services} currency={currency} />
          ),
      )}
    </div>
  );
}
