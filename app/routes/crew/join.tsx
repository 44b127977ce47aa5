import { data } from "react-router";
import { languageOf, sayIn } from "~/features/fieldwork/messages/language";
import * as m from "~/features/fieldwork/messages/made/messages.js";
import { joinPhone, leavePhone, readInvitation } from "~/features/fieldwork/phones/join.server";
import { keepSecret, recognizePhone } from "~/features/fieldwork/phones/recognize.server";
import { pinOf } from "~/features/fieldwork/phones/rules";
import { PhonePage, PinForm } from "~/features/fieldwork/phones/ui/phone-form";
import { allowContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/join";

export const handle = { themed: true, apart: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Crew | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
  { name: "referrer", content: "same-origin" },
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** Opening the link changes nothing. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const found = await readInvitation(requestContext(context), linkOf(request));
  if (found.state === "open") return data({ name: found.name, language: found.language, wrong: null });
  const language = languageOf(request.headers.get("Accept-Language") ?? "");
  return data({ name: "", language, wrong: found.state }, found.state === "missing" ? 404 : 410);
}

/** Lets the phone in with the PIN that was chosen. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const form = (await readForm(request)) ?? {};
  const [pin, again] = [pinOf(form.pin), pinOf(form.again)];
  if (pin !== again) return data({ refused: "differs" as const }, 400);
  if (!(await context.get(allowContext)("sign-up"))) return data({ refused: "too many" as const }, 429);
  const joined = await joinPhone(ctx, { ...linkOf(request), pin });
  if (!joined.ok) return data({ refused: joined.reason }, 400);
  const before = await recognizePhone(ctx, request);
  keepSecret(context, joined.secret);
  const response = redirectTo(context, "/crew", { reload: true });
  const isOthers = "member_id" in before && before.member_id !== joined.member_id;
  if (!isOthers) return response;
  // The phone was somebody else's: nothing of theirs stays on it.
  const { member_id, crew_id, phone_id } = before;
  await leavePhone({ ...ctx, actor: { kind: "crew", member_id, crew_id, phone_id } });
  response.headers.set("Clear-Site-Data", '"storage"');
  return response;
}

function linkOf(request: Request) {
  const { searchParams } = new URL(request.url);
  return { invitation: searchParams.get("invitation") ?? "", key: searchParams.get("key") ?? "" };
}

const WRONG = { missing: m.link_missing, used: m.link_used, expired: m.link_expired };
const REFUSED = {
  ...WRONG,
  digits: m.pin_digits,
  weak: m.pin_weak,
  differs: m.pin_differs,
  "too many": m.too_many_tries,
};

export default function JoinCrew({
  loaderData: { name, language, wrong },
  actionData,
  matches,
}: Route.ComponentProps) {
  const { brand } = matches[0].loaderData.company;
  const say = sayIn(language);
  const title = say(m.join_title);
  if (wrong) return <PhonePage brand={brand} language={language} title={title} lead={say(WRONG[wrong])} />;
  const refused = actionData && say(REFUSED[actionData.refused]);
  return (
    <PhonePage brand={brand} language={language} title={title} lead={say(m.join_lead, { name })}>
      <PinForm labels={[say(m.pin), say(m.pin_again)]} button={say(m.join_button)} error={refused} />
    </PhonePage>
  );
}
