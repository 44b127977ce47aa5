import { data } from "react-router";
import { CareersText } from "~/features/careers/ui/hero";
import { Opening } from "~/features/careers/ui/opening";
import { ServicePage } from "~/features/catalog/ui/service-page";
import { type Shown, TextPage } from "~/features/content/office/ui/text-page";
import { readDrawn } from "~/features/content/pictures/queries.server";
import { pageHeaders } from "~/features/content/site/page-meta";
import { readPreview } from "~/features/content/texts/preview.server";
import { readServiceOf } from "~/features/content/texts/services.server";
import { isServiceKind } from "~/features/content/texts/text";
import { requestContext } from "~/platform/context.server";
import { linkEnded } from "~/platform/request/gate.server";
import { Container } from "~/ui/page/container";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/preview";

export const meta: Route.MetaFunction = () => [{ title: "Preview" }, { name: "robots", content: "noindex" }];

export const handle = { apart: true };

export const headers = pageHeaders;

/** `GET /preview/:text?version=…&until=…&key=…`: a version as its page will show it, by a signed link of 7 days. */
export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const found = await readPreview(ctx, params.text, new URL(request.url).searchParams);
  if (!found.ok && found.status === 410) throw linkEnded();
  if (!found.ok) throw data(null, { status: 404 });
  const { key: of, source } = found;
  const service = await readServiceOf(ctx, of);
  if (isServiceKind(of.kind) && !service) throw data(null, { status: 404 });
  const shown: Shown = { of, fields: source.fields, ...(await readDrawn(ctx, source)) };
  return data({ shown, service }, { headers: { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" } });
}

export default function Preview({ loaderData: { shown, service }, matches }: Route.ComponentProps) {
  const { company, origin } = matches[0].loaderData;
  return (
    <>
      <Container className="pt-5 print:hidden">
        <Notice title="Preview">This version may not be on the site yet.</Notice>
      </Container>
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
    </>
  );
}
