import { data } from "react-router";
import { CareersText } from "~/features/careers/ui/hero";
import { Opening } from "~/features/careers/ui/opening";
import { ServicePage } from "~/features/catalog/ui/service-page";
import { type Shown, TextPage } from "~/features/content/office/ui/text-page";
import { readDrawn } from "~/features/content/pictures/queries.server";
import { pageHeaders } from "~/features/content/site/page-meta";
import { NotFoundScene } from "~/features/content/site/ui/scenes";
import { readServiceOf } from "~/features/content/texts/services.server";
import { fieldsOf, hasMarkdown, isServiceKind, keyOf } from "~/features/content/texts/text";
import { cleanBlock, cleanLine } from "~/lib/text";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import type { Route } from "./+types/live-preview";

export const meta: Route.MetaFunction = () => [{ title: "Preview" }, { name: "robots", content: "noindex" }];

export const handle = { apart: true };

export const headers = pageHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

export function loader({ request, context }: Route.LoaderArgs) {
  requireStaff(request, context);
  return data(null, { status: 404, headers: NO_STORE });
}

/** `POST /admin/content/:text/preview`: the page that the typed text would make. Nothing is saved. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const of = keyOf(params.text);
  const service = of && (await readServiceOf(ctx, of));
  if (!of || (isServiceKind(of.kind) && !service)) throw data(null, { status: 404 });
  const fields = Object.fromEntries(fieldsOf(of.kind).map(({ name }) => [name, cleanLine(form[name] ?? "")]));
  const body = hasMarkdown(of.kind) ? cleanBlock(form.body ?? "") : "";
  const drawn = await readDrawn(ctx, { fields, body });
  const shown: Shown = { of, fields, ...drawn };
  return data({ shown, service }, { status: 200, headers: NO_STORE });
}

export default function LivePreview({ actionData, matches }: Route.ComponentProps) {
  const { company, origin } = matches[0].loaderData;
  if (!actionData) return <NotFoundScene />;
  const { shown, service } = actionData;
  return (
    <TextPage
      {...shown}
      company={company}
      origin={origin}
      service={
        service &&
        ((text) => <ServicePage service={service} text={text} currency={company.default_currency} />)
      }
      opening={(job) => <Opening job={job} />}
      careers={(words) => <CareersText words={words} hasOpenings={false} />}
    />
  );
}
