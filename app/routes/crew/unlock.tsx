import { data } from "react-router";
import { languageOf, sayIn } from "~/features/fieldwork/messages/language";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { leavePhone, unlockPhone } from "~/features/fieldwork/phones/join.server";
import { keepSecret, noteWipe, recognizePhone, WIPE } from "~/features/fieldwork/phones/recognize.server";
import { pinOf } from "~/features/fieldwork/phones/rules";
import { PhonePage, PinForm } from "~/features/fieldwork/phones/ui/phone-form";
import { allowContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/unlock";

export const handle = { themed: true, apart: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Crew | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

const NO_STORE = { "Cache-Control": "no-store" };

/** Asks a locked phone for its PIN. One that was ended wipes what it kept; one that is unknown hears what to do. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = await recognizePhone(requestContext(context), request);
  if (found.state === "open") throw redirectTo(context, "/crew", { reload: true });
  if (found.state === "locked") {
    const { name, language } = found;
    return data({ name, language, state: found.state }, { headers: NO_STORE });
  }
  const ended = found.state === "ended";
  const known = ended ? found.language : undefined;
  const language = known ?? languageOf(request.headers.get("Accept-Language") ?? "");
  if (ended) {
    keepSecret(context, null);
    await noteWipe(requestContext(context), found.phone_id);
  }
  return data(
    { name: "", language, state: found.state },
    { status: ended ? 410 : 401, headers: ended ? WIPE : NO_STORE },
  );
}

/** Opens a locked phone with its PIN, or signs an open one out. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const found = await recognizePhone(ctx, request);
  const form = (await readForm(request)) ?? {};
  if (form.intent === "leave" && (found.state === "open" || found.state === "locked")) {
    const { member_id, crew_id, phone_id } = found;
    await leavePhone({ ...ctx, actor: { kind: "crew", member_id, crew_id, phone_id } });
    throw redirectTo(context, "/crew/unlock", { reload: true });
  }
  if (found.state !== "locked") throw redirectTo(context, "/crew", { reload: true });
  const { phone_id } = found;
  if (!(await context.get(allowContext)("proof-everywhere", phone_id))) return data({ left: null }, 429);
  const pin = pinOf(form.pin);
  const outcome = await unlockPhone(ctx, { phone_id, pin });
  if (outcome.ok || outcome.left === 0) throw redirectTo(context, "/crew", { reload: true });
  return data({ left: outcome.left }, 400);
}

export default function UnlockCrew({
  loaderData: { name, language, state },
  actionData,
  matches,
}: Route.ComponentProps) {
  const { brand } = matches[0].loaderData.company;
  const say = sayIn(language);
  if (state !== "locked") {
    const lead = say(state === "ended" ? m.phone_ended : m.no_phone);
    return <PhonePage brand={brand} language={language} title={say(m.app_name)} lead={lead} />;
  }
  const left = actionData?.left;
  const wrong = left === null ? say(m.too_many_tries) : left && say(m.pin_wrong, { count: left });
  return (
    <PhonePage
      brand={brand}
      language={language}
      title={say(m.unlock_title, { name })}
      lead={say(m.unlock_lead)}
    >
      <PinForm labels={[say(m.pin)]} button={say(m.unlock_button)} error={wrong || null} />
    </PhonePage>
  );
}
