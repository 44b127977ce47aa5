import { data, Form, Link, useNavigation } from "react-router";
import { readPublishPage } from "~/features/catalog/office/prices/comparison.server";
import { publishDraft } from "~/features/catalog/office/prices/publish.server";
import { PriceComparison } from "~/features/catalog/office/prices/ui/comparison";
import { ListLines } from "~/features/catalog/office/prices/ui/lists";
import { servicePath } from "~/features/catalog/office/service";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { formatDate } from "~/lib/dates";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/service-publish";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Publish prices", "What the new prices would have made of past visits.", {
    noindex: true,
  });

export const headers = pageHeaders;

const pricesPath = (id: string) => `${servicePath(cleanLine(id))}/prices`;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = await readPublishPage(requireStaff(request, context), cleanLine(params.id));
  if (!page) throw data(null, { status: 404 });
  return page;
}

/** Publishes the draft that was compared. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { seen = "" } = form;
  const outcome = await publishDraft(ctx, { id: cleanLine(params.id), seen });
  if (outcome.ok) {
    const description = `They begin on ${formatDate(outcome.begins_on)}.`;
    return redirectTo(context, pricesPath(params.id), { toast: { title: "Prices published", description } });
  }
  if (outcome.reason === "not found") throw data(null, { status: 404 });
  if (outcome.reason === "invalid") return data({ messages: Object.values(outcome.errors) }, { status: 400 });
  const changed =
    "Someone else changed the draft meanwhile. This is what it says now: look again, then publish.";
  return data({ messages: [changed] }, { status: 409 });
}

/** A draft that somebody changed is compared anew. */
export const shouldRevalidate = () => true;

export default function ServicePublish({ loaderData: page, actionData, params }: Route.ComponentProps) {
  const busy = useNavigation().formMethod === "POST";
  const messages = actionData?.messages ?? page.wrong;
  return (
    <div className="grid max-w-5xl grid-cols-1 gap-6">
      <div>
        <BackLink to={pricesPath(params.id)} label="Prices" />
        <h1 className="text-title wrap-anywhere">Publish prices of {page.title}</h1>
        <p className="text-moss">From {page.begins} on.</p>
      </div>
      {messages.length > 0 && (
        <Notice tone="error" title="Not published">
          {messages.map((message) => (
            <p key={message}>{message}</p>
          ))}
        </Notice>
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,2fr)_minmax(0,1fr)]">
        <Card className="p-5 sm:p-7">
          <h2 className="mb-2 text-heading">The last 90 days by these prices</h2>
          <PriceComparison {...page} />
        </Card>
        <Card className="grid gap-5 p-5">
          <h2 className="text-heading">New prices</h2>
          <ListLines lines={page.lines} />
          <Form method="post" className="grid gap-3">
            <input type="hidden" name="seen" value={page.seen} />
            <p className="text-[0.9375rem]/6 text-moss">Bookings and plans that exist keep their price.</p>
            <Button type="submit" pending={busy} pendingLabel="Publishing...">
              Publish
            </Button>
            <Link to={pricesPath(params.id)} className={buttonLook({ variant: "ghost" })}>
              Back to the draft
            </Link>
          </Form>
        </Card>
      </div>
    </div>
  );
}
