import { data } from "react-router";
import { saveFloor } from "~/features/catalog/office/prices/floor.server";
import type { Errors } from "~/features/catalog/office/prices/forms";
import { withdrawPrices } from "~/features/catalog/office/prices/publish.server";
import { readPricesPage } from "~/features/catalog/office/prices/queries.server";
import {
  type Difference,
  discardDraft,
  restoreDraft,
  saveDraft,
} from "~/features/catalog/office/prices/save.server";
import { FloorForm } from "~/features/catalog/office/prices/ui/floor-form";
import { PriceLists } from "~/features/catalog/office/prices/ui/lists";
import { PricesForm } from "~/features/catalog/office/prices/ui/prices-form";
import {
  type PriceValues,
  type RowKind,
  tidied,
  withoutRow,
  withRow,
} from "~/features/catalog/office/prices/values";
import { SERVICES_PAGE, servicePath } from "~/features/catalog/office/service";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { isUuid } from "~/lib/ids";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import { cleanLine } from "~/lib/text";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { isPicture } from "~/ui/art/pictures";
import { BackLink } from "~/ui/page/back-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/service-prices";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Prices", "What a service costs, now and from a day on.", { noindex: true });

export const headers = pageHeaders;

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const page = await readPricesPage(requireStaff(request, context), cleanLine(params.id));
  if (!page) throw data(null, { status: 404 });
  return page;
}

export const shouldRevalidate = reloadAfterConflict;

/** A form that comes back with what was typed. `seen`: what the next one starts from. */
type Answer = {
  form: "draft" | "floor" | "list";
  values: PriceValues;
  errors: Errors;
  seen: string;
  message?: string;
  differences?: Difference[];
};

const ANOTHER_DRAFT = "There is another draft. Publish or discard it first.";
const GONE =
  "Someone else published or discarded this draft meanwhile. Yours is below: save it as a new draft.";

export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const id = cleanLine(params.id);
  const path = `${servicePath(id)}/prices`;
  const { intent = "", seen = "", ...fields } = form;
  const values = tidied(fields);
  const answer = (status: number, more: Partial<Answer>) =>
    data<Answer>({ form: "draft", values, errors: {}, seen, ...more }, { status });
  const list = fields.list ?? "";

  if (intent === "save" || intent === "compare") {
    const pictures = wrongPictures(values);
    if (pictures) return answer(400, { errors: pictures });
    const outcome = await saveDraft(ctx, { id, values, seen });
    if (outcome.ok)
      return intent === "save"
        ? redirectTo(context, path, { toast: { title: "Draft saved", description: "No price has changed." } })
        : redirectTo(context, `${path}/publish`);
    if (outcome.reason === "not found") throw data(null, { status: 404 });
    if (outcome.reason === "invalid") return answer(400, { errors: outcome.errors });
    const { differences, seen: next } = outcome;
    return answer(409, { differences, seen: next, message: next ? undefined : GONE });
  }
  if (intent === "preview") return answer(200, {});
  const [, verb, kind, index] = /^(add|remove)-(bands|extras)(?:-(\d{1,3}))?$/.exec(intent) ?? [];
  if (verb) {
    const rows = kind as RowKind;
    return answer(200, {
      values: verb === "add" ? withRow(values, rows) : withoutRow(values, rows, Number(index)),
    });
  }
  if (intent === "floor") {
    const outcome = await saveFloor(ctx, { typed: fields.floor ?? "", seen });
    if (!outcome.ok)
      return answer(400, { form: "floor", errors: { floor: outcome.error }, seen: outcome.seen });
    return redirectTo(context, path, { toast: { title: "Floor saved" } });
  }
  if (intent === "discard") {
    const discarded = await discardDraft(ctx, { id, seen });
    if (!discarded)
      return answer(409, { message: "Someone else changed this draft meanwhile. It was not discarded." });
    const undo = { action: path, fields: { intent: "restore", list: discarded.list } };
    return redirectTo(context, path, { toast: { title: "Draft discarded", undo } });
  }
  if (intent === "restore" && isUuid(list)) {
    const outcome = await restoreDraft(ctx, { id, list });
    if (outcome.ok) return redirectTo(context, path, { toast: { title: "Draft restored" } });
    if (outcome.reason === "not found") throw data(null, { status: 404 });
    return redirectTo(context, path, {
      toast: { title: "Draft not restored", description: ANOTHER_DRAFT, destructive: true },
    });
  }
  if (intent === "withdraw" && isUuid(list)) {
    const outcome = await withdrawPrices(ctx, { id, list });
    if (outcome.ok)
      return redirectTo(context, path, {
        toast: { title: "Prices withdrawn", description: "They are back in the draft." },
      });
    if (outcome.reason === "not found") throw data(null, { status: 404 });
    const message =
      outcome.reason === "begun"
        ? "This price list has begun. Publish another one to change it."
        : ANOTHER_DRAFT;
    return answer(409, { form: "list", message });
  }
  throw data(null, { status: 400 });
}

/** Pictures that do not exist: only a forged form has them. */
function wrongPictures(values: PriceValues): Errors | null {
  const wrong = Object.entries(values).filter(
    ([name, key]) => /^extras\.\d+\.picture$/.test(name) && key !== "" && !isPicture(key),
  );
  return wrong.length > 0
    ? Object.fromEntries(wrong.map(([name]) => [name, "Choose one of the pictures."]))
    : null;
}

export default function ServicePrices({ loaderData: page, actionData }: Route.ComponentProps) {
  const { service, values, seen } = page;
  const of = (form: Answer["form"]) => (actionData?.form === form ? (actionData as Answer) : undefined);
  const draft = of("draft");
  const floor = of("floor");
  return (
    <div className="grid grid-cols-1 gap-6">
      <div>
        <BackLink to={SERVICES_PAGE} label="Services" />
        <h1 className="text-title wrap-anywhere">Prices of {service.title}</h1>
      </div>
      {of("list")?.message && (
        <Notice tone="error" title="Not withdrawn">
          {of("list")?.message}
        </Notice>
      )}
      <PriceLists {...page} />
      <section aria-labelledby="draft-title" className="grid grid-cols-1 gap-4">
        <div>
          <h2 id="draft-title" className="text-heading">
            {page.draft ? `Draft, from ${page.draft.begins}` : "New prices"}
          </h2>
          <p className="text-moss">
            A draft changes nothing until it is published. Bookings keep the price they were made with.
          </p>
        </div>
        {draft && <Refused answer={draft} />}
        <PricesForm
          key={JSON.stringify(draft ?? values)}
          service={service}
          bounds={page}
          values={draft?.values ?? values}
          errors={draft?.errors}
          seen={draft?.seen ?? seen}
        />
      </section>
      <FloorForm
        floor={page.floor}
        currency={page.currency}
        refused={
          floor && { typed: floor.values.floor ?? "", error: floor.errors.floor ?? "", seen: floor.seen }
        }
      />
    </div>
  );
}

function Refused({ answer: { errors, message, differences } }: { answer: Answer }) {
  if (Object.keys(errors).length > 0)
    return (
      <Notice tone="error" title="Not saved">
        Please check the marked fields.
      </Notice>
    );
  if (!message && !differences) return null;
  return (
    <Notice tone="error" title="Not saved yet">
      {message ??
        "Someone else saved this draft while you were editing it. Yours is below: save again to replace theirs, or reload the page to see theirs."}
      {differences && differences.length > 0 && (
        <ul className="mt-2 list-disc pl-5">
          {differences.map(({ label, theirs, yours }) => (
            <li key={label}>
              {label}: {theirs ?? "nothing"} there, {yours ?? "nothing"} here
            </li>
          ))}
        </ul>
      )}
    </Notice>
  );
}
