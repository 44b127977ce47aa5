import { data, Form } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { mergeCustomers } from "~/features/customers/merges/merge.server";
import { idOfNumber, readPreview } from "~/features/customers/merges/queries.server";
import { DUPLICATES_PAGE } from "~/features/customers/merges/rules";
import { MergePreview, PartyFacts } from "~/features/customers/merges/ui/merges";
import { isUuid } from "~/lib/ids";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { TextField } from "~/ui/form/text-field";
import { BackLink } from "~/ui/page/back-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/customer-merge";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Merge customers", "Two customers become one.", { noindex: true });

export const headers = pageHeaders;

export const shouldRevalidate = reloadAfterConflict;

/** The two of the address: ids, and of the other one also a number (`?number=1042`). */
async function pairOf(ctx: StaffCtx, request: Request) {
  const params = new URL(request.url).searchParams;
  const number = params.get("number") ?? "";
  const other = number ? await idOfNumber(ctx, number) : params.get("other");
  return { one: params.get("one") ?? "", other: other ?? "", number };
}

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const { one, other, number } = await pairOf(ctx, request);
  if (!isUuid(one)) throw redirectTo(context, DUPLICATES_PAGE);
  const preview = await readPreview(ctx, one, isUuid(other) ? other : one);
  const error = number && !isUuid(other) ? "There is no customer with this number." : undefined;
  return data({ ...preview, one, number, error, is_chosen: isUuid(other) });
}

export async function action({ request, context }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { one, other } = await pairOf(ctx, request);
  const { kept = "", seen = "" } = form;
  if (![one, other].every(isUuid) || ![one, other].includes(kept))
    return data({ message: "Choose who stays." }, 400);
  const outcome = await mergeCustomers(ctx, { kept, merged: kept === one ? other : one, seen });
  if (!outcome.ok) return data({ message: outcome.message }, 409);
  const toast = { title: "Merged", description: "You can undo this for 30 days, on the customer's page." };
  return redirectTo(context, `/admin/customers/${kept}`, { toast });
}

export default function MergeCustomers({ loaderData, actionData }: Route.ComponentProps) {
  const { parties, can_keep, kept, refusal, seen, one, number, error, is_chosen } = loaderData;
  const message = actionData?.message ?? (is_chosen ? refusal : null);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div>
        <BackLink to={`/admin/customers/${one}`} label="Customer" />
        <h1 className="text-title">Merge customers</h1>
      </div>
      {message && (
        <Notice tone="error" title="Not merged">
          {message}
        </Notice>
      )}
      {is_chosen && kept && parties.length === 2 && (
        <MergePreview key={seen} parties={parties} can_keep={can_keep} kept={kept} seen={seen} />
      )}
      {!is_chosen && (
        <Card className="grid gap-4 p-4 sm:p-5">
          {parties[0] && <PartyFacts party={parties[0]} />}
          <Form className="grid max-w-md gap-4" noValidate>
            <input type="hidden" name="one" value={one} />
            <TextField
              label="Number of the other customer"
              name="number"
              defaultValue={number}
              error={error}
              placeholder="#1042"
              inputMode="numeric"
              maxLength={12}
              required
            />
            <Button type="submit" size="small" className="min-h-11 justify-self-start">
              Compare
            </Button>
          </Form>
        </Card>
      )}
    </div>
  );
}
