import { randomUUID } from "node:crypto";
import { data, type ShouldRevalidateFunctionArgs } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { PROPERTIES_PAGE, titleOf } from "~/features/customers/homes/property";
import { changePhotos } from "~/features/customers/photos/change.server";
import { PHOTO_LIMIT, photosPage } from "~/features/customers/photos/photo";
import { readHome } from "~/features/customers/photos/queries.server";
import { receivePhotos } from "~/features/customers/photos/receive.server";
import { HomePhotos } from "~/features/customers/photos/ui/home-photos";
import type { RouteHandle } from "~/lib/route-handle";
import { allowContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireUser } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/home-photos";

export const handle = { hydrate: true, themed: true, takesFiles: true } satisfies RouteHandle;

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Photos of your home", "Photos that show our crew your home.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Of several pictures, the good ones were kept. */
export function shouldRevalidate({ actionStatus, defaultShouldRevalidate }: ShouldRevalidateFunctionArgs) {
  return defaultShouldRevalidate || actionStatus !== undefined;
}

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const page = await readHome(requireUser(request, context), { home: id, by: "customer" });
  if (!page) throw data(null, { status: 404 });
  return { title: titleOf(page.home), photos: page.photos, formId: randomUUID() };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  if (!(await readHome(ctx, { home: id, by: "customer" }))) throw data(null, { status: 404 });
  if (!(await context.get(allowContext)("home-photos", ctx.actor.id))) {
    const message = "Too many changes. Please wait an hour and try again.";
    return data({ message, refused: undefined }, { status: 429 });
  }
  const received = await receivePhotos(ctx, request);
  const outcome = await changePhotos(ctx, { home: id, by: "customer", received });
  if (outcome.ok) return redirectTo(context, photosPage(id), { toast: { title: outcome.title } });
  const { status, message, errors = {}, faults = [] } = outcome;
  if (status === 404) throw data(null, { status });
  return data({ message, refused: { values: received.fields, errors, faults } }, { status });
}

export default function HomePhotosRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { title, photos, formId } = loaderData;
  return (
    <Container narrow className="py-8 md:py-12">
      <BackLink to={PROPERTIES_PAGE} label="Properties" />
      <h1 className="mt-2 text-title wrap-anywhere">Photos of {title}</h1>
      <p className="mt-2 mb-7 text-moss">
        Up to {PHOTO_LIMIT} photos that help our crew: where to park, which door, what to be careful with.
        Only our office sees them, and the crew from the day before a visit.
      </p>
      {actionData?.message && (
        <Notice tone="error" title="Nothing was changed" className="mb-6">
          {actionData.message}
        </Notice>
      )}
      <HomePhotos photos={photos} formId={formId} refused={actionData?.refused} canEdit />
    </Container>
  );
}
