import { randomUUID } from "node:crypto";
import { data, type ShouldRevalidateFunctionArgs, useRouteLoaderData, useSearchParams } from "react-router";
import { readDay } from "~/features/fieldwork/day/queries.server";
import { receiveEvents } from "~/features/fieldwork/day/receive.server";
import { CrewApp, CrewFailed } from "~/features/fieldwork/day/ui/crew-app";
import { requirePhone } from "~/features/fieldwork/phones/recognize.server";
import { redirectTo } from "~/platform/request/flash.server";
import { useHydrated } from "~/ui/live/use-hydrated";
import type { Route } from "./+types/app";

export const handle = { hydrate: true, themed: true, apart: true };

export const meta: Route.MetaFunction = ({ matches }) => [
  { title: `Crew | ${matches[0]?.loaderData?.company.company_name}` },
  { name: "robots", content: "noindex" },
];

export const links: Route.LinksFunction = () => [{ rel: "manifest", href: "/crew/app.webmanifest" }];

export const headers: Route.HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export async function loader({ request, context }: Route.LoaderArgs) {
  const { ctx, phone } = await requirePhone(request, context);
  const { searchParams } = new URL(request.url);
  const day = await readDay(ctx, phone);
  // The service worker stores only this page, and shows it until the PIN is due.
  const headers = { "Cache-Control": "no-store", "X-Crew-Page": "day", "X-Crew-Until": String(day.locks_at) };
  return data({ day, place: placeOf(searchParams) }, { headers });
}

function placeOf(params: URLSearchParams) {
  return { view: params.get("view"), stopId: params.get("stop") };
}

/** Views change without the network. */
export function shouldRevalidate(_: ShouldRevalidateFunctionArgs) {
  return false;
}

/** A tap on a phone whose script has not started: by the server's clock. Says in the page why it was not taken. */
export async function action({ request, context }: Route.ActionArgs) {
  const { ctx } = await requirePhone(request, context);
  const stop = new URL(request.url).searchParams.get("stop") ?? "";
  const form = await request.formData();
  const now = ctx.now.toString();
  const kind = form.get("kind");
  const report = {
    report_kind: String(form.get("report_kind")),
    words: String(form.get("words") ?? "").trim(),
  };
  const refuse = (reason: string, status: number) =>
    data(
      { reason, ...(kind === "reported" && report) },
      { status, headers: { "Cache-Control": "no-store" } },
    );
  if (kind === "reported" && report.words === "") return refuse("invalid", 400);
  const fields = {
    kind: kind === "join" ? "started" : kind,
    members: form.getAll("members").length > 0 ? form.getAll("members") : [ctx.actor.member_id],
    ...report,
  };
  const event = { id: randomUUID(), booking_id: stop, phone_at: now, ...fields };
  const { refused } = await receiveEvents(ctx, { phone_now: ctx.now, events: [event] });
  if (refused[0]) return refuse(refused[0].reason, refused[0].reason === "invalid" ? 400 : 409);
  return redirectTo(context, `/crew?${new URLSearchParams({ stop })}`, { reload: true });
}

export function ErrorBoundary() {
  const loaded = useRouteLoaderData<typeof loader>("routes/crew/app");
  return <CrewFailed language={loaded?.day.member.language ?? "en"} />;
}

export default function Crew({ loaderData, actionData }: Route.ComponentProps) {
  const [params] = useSearchParams();
  // Offline, the stored page of another view stands in for this one until React has started.
  const place = useHydrated() ? placeOf(params) : loaderData.place;
  return <CrewApp day={loaderData.day} refused={actionData} {...place} />;
}
