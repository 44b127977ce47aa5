import { randomUUID } from "node:crypto";
import { data, Link } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { changeCodes } from "~/features/customers/codes/change.server";
import { readFoundAtHome } from "~/features/customers/codes/notes.server";
import { readHomeCodes } from "~/features/customers/codes/queries.server";
import { codesPage } from "~/features/customers/codes/rules";
import { HomeCodes } from "~/features/customers/codes/ui/home-codes";
import { PROPERTIES_PAGE, titleOf } from "~/features/customers/homes/property";
import { MAILS_PAGE } from "~/features/notifications/preferences/choices";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/home-codes";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Entry codes", "Codes, keys and alarms of your home, sealed.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  const page = await readHomeCodes(ctx, { home: id, by: "customer" });
  if (!page) throw data(null, { status: 404 });
  const { home, codes, reveals } = page;
  const found = await readFoundAtHome(ctx, home, ctx.actor.id);
  const own = found.map((note) => ({ ...note, customer: null }));
  return { title: titleOf(home), codes, reveals, found: own, codeId: randomUUID() };
}

export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const fields = (await readForm(request)) ?? {};
  const outcome = await changeCodes(ctx, { home: id, by: "customer", fields });
  if (outcome.ok) {
    const { title, description } = outcome;
    return redirectTo(context, codesPage(id), { toast: { title, description } });
  }
  const { status, message, errors = {} } = outcome;
  if (status === 404) throw data(null, { status });
  const { intent = "", value: _secret, ...values } = fields;
  return data({ intent, message, errors, values }, status);
}

export default function HomeCodesRoute({ loaderData, actionData }: Route.ComponentProps) {
  const { title, codeId, ...page } = loaderData;
  return (
    <Container narrow className="py-8 md:py-12">
      <BackLink to={PROPERTIES_PAGE} label="Properties" />
      <h1 className="mt-2 text-title wrap-anywhere">Entry codes of {title}</h1>
      <p className="mt-2 mb-7 text-moss">
        Sealed when you save them. Only the crew of a visit reads them, from 2 hours before it to 2 hours
        after it, and each look is listed below. To change one, enter it anew.{" "}
        <Link
          to={MAILS_PAGE}
          reloadDocument
          className="font-medium text-evergreen-700 underline underline-offset-4"
        >
          Get an email when a crew looks
        </Link>
      </p>
      <HomeCodes {...page} opened={null} codeId={actionData?.values.code_id ?? codeId} refused={actionData} />
    </Container>
  );
}
