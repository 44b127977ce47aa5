import { revealCodes } from "~/features/customers/codes/reveal.server";
import { requirePhoneOfApp } from "~/features/fieldwork/phones/recognize.server";
import { readForm } from "~/platform/request/form.server";
import type { Route } from "./+types/codes";

/** `POST /crew/codes`: the entry codes of a visit's home, around the visit. Each look is logged. Times are in milliseconds. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx } = await requirePhoneOfApp(request, context);
  const { visit = "" } = (await readForm(request)) ?? {};
  const { member_id, phone_id } = ctx.actor;
  const outcome = await revealCodes(ctx, { booking_id: visit, member_id, phone_id });
  const headers = { "Cache-Control": "no-store" };
  if (outcome.ok) {
    const { codes, until } = outcome;
    return Response.json(
      { codes, until: until.epochMilliseconds, now: ctx.now.epochMilliseconds },
      { headers },
    );
  }
  const from = outcome.reason === "too early" ? outcome.from.epochMilliseconds : null;
  return Response.json({ reason: outcome.reason, from }, { status: 403, headers });
}

export function loader() {
  return new Response("Use POST.", { status: 405, headers: { "Cache-Control": "no-store", Allow: "POST" } });
}
