import { randomUUID } from "node:crypto";
import { data } from "react-router";
import { addressChangeOf, toastOfAddress } from "~/features/identity/security/calendar-address";
import { changeAddress, readAddress } from "~/features/identity/security/calendar-address.server";
import { schedulePath } from "~/features/scheduling/board/board";
import { hadOldAddress } from "~/features/scheduling/board/calendar-feeds.server";
import { handOver } from "~/features/scheduling/board/queries.server";
import {
  CREWS_PAGE,
  crewPath,
  crewSchema,
  memberSchema,
  type Refused,
  readShifts,
  timeOffSchema,
  wrongFields,
} from "~/features/scheduling/crews/forms";
import { addMember, removeMember, updateMember } from "~/features/scheduling/crews/members.server";
import { readCrew, setCrewActive } from "~/features/scheduling/crews/queries.server";
import {
  addTimeOff,
  removeTimeOff,
  setCrewHours,
  updateCrew,
} from "~/features/scheduling/crews/save-crew.server";
import { CrewFeed, CrewForm, CrewMembers, PanelPart } from "~/features/scheduling/crews/ui/crew-form";
import { CrewHours, CrewTimeOff } from "~/features/scheduling/crews/ui/crew-hours";
import { CrewVisits } from "~/features/scheduling/crews/ui/crew-visits";
import { reloadAfterConflict } from "~/lib/reload-after-conflict";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, type Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/crew";

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const crew = await readCrew(ctx, params.id);
  if (!crew) throw data(null, { status: 404 });
  const [address, had_address] = await Promise.all([
    readAddress(ctx, { shows: "crew", crew_id: crew.id }),
    hadOldAddress(ctx, crew.id),
  ]);
  const editing = new URL(request.url).searchParams.get("member");
  return { crew, address, had_address, editing, newId: randomUUID() };
}

export const shouldRevalidate = reloadAfterConflict;

const NO_STORE = { "Cache-Control": "no-store" };

type Answer =
  | { toast: ToastMessage }
  | { made: string }
  | { refused: Partial<Refused>; status: 400 | 409 }
  | "not found";

/** Handles every form of the panel. `intent` names the action. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form: values } = await requireStaffForm(request, context);
  const { intent = "", member = "" } = values;
  const answer = await respondTo(ctx, params.id, intent, values);
  if (answer === "not found") throw data(null, { status: 404 });
  if ("toast" in answer) return redirectTo(context, crewPath(params.id), { toast: answer.toast });
  if ("made" in answer)
    return data({ made: answer.made, refused: undefined }, { status: 201, headers: NO_STORE });
  const refused: Refused = { intent, id: member, errors: {}, values, message: null, ...answer.refused };
  return data({ made: undefined, refused }, { status: answer.status });
}

async function respondTo(ctx: StaffCtx, id: string, intent: string, values: Fields): Promise<Answer> {
  const done = (found: boolean, toast: ToastMessage): Answer => (found ? { toast } : "not found");
  const wrong = (errors: Record<string, string>): Answer => ({ refused: { errors }, status: 400 });
  const { member = "", time_off = "" } = values;
  switch (intent) {
    case "update": {
      const form = checkForm(values, crewSchema);
      if (form.status !== "success") return wrong(wrongFields(form.error));
      const outcome = await updateCrew(ctx, { id, ...form.value, seen: values.seen });
      if (outcome.ok) return { toast: { title: "Crew saved" } };
      if (outcome.reason === "not found") return "not found";
      if (outcome.reason === "changed") return { refused: { message: outcome.message }, status: 409 };
      return { refused: { errors: { name: outcome.message } }, status: 409 };
    }
    case "add-member":
    case "update-member": {
      const form = checkForm(values, memberSchema);
      if (form.status !== "success") return wrong(wrongFields(form.error));
      const person = { crew_id: id, ...form.value };
      if (intent === "add-member") return done(await addMember(ctx, person), { title: "Member added" });
      const outcome = await updateMember(ctx, { ...person, id: member, seen: values.seen });
      if (outcome.ok) return { toast: { title: "Member saved" } };
      return outcome.reason === "not found"
        ? "not found"
        : { refused: { message: outcome.message }, status: 409 };
    }
    case "remove-member": {
      const removed = await removeMember(ctx, { crew_id: id, id: member });
      const fields = { intent: "add-member", ...removed };
      return done(removed !== null, { title: "Member removed", undo: { action: crewPath(id), fields } });
    }
    case "hours": {
      const read = readShifts(values);
      if (!read.ok) return wrong(read.errors);
      const outcome = await setCrewHours(ctx, { crew_id: id, shifts: read.shifts, seen: values.seen });
      if (outcome.ok) return { toast: { title: "Working hours saved" } };
      if (outcome.reason === "not found") return "not found";
      return { refused: { errors: { hours: outcome.message } }, status: 409 };
    }
    case "add-time-off": {
      const form = checkForm(values, timeOffSchema);
      if (form.status !== "success") return wrong(wrongFields(form.error));
      return done(await addTimeOff(ctx, { crew_id: id, ...form.value }), { title: "Time off added" });
    }
    case "remove-time-off": {
      const removed = await removeTimeOff(ctx, { crew_id: id, id: time_off });
      const fields = { intent: "add-time-off", ...removed };
      return done(removed !== null, { title: "Time off removed", undo: { action: crewPath(id), fields } });
    }
    case "hand-over": {
      const which = values.which === "all" ? "all" : "in the way";
      const outcome = await handOver(ctx, { crew_id: id, which });
      return outcome ? { toast: handOverToast(outcome) } : "not found";
    }
    case "activate":
    case "deactivate": {
      const outcome = await setCrewActive(ctx, { id, active: intent === "activate" });
      if (outcome.ok)
        return { toast: { title: intent === "activate" ? "Crew activated" : "Crew deactivated" } };
      if (outcome.reason === "not found") return "not found";
      const count = outcome.visits === 1 ? "1 upcoming visit" : `${outcome.visits} upcoming visits`;
      return { refused: { message: `This crew still has ${count}.` }, status: 409 };
    }
    case "create-feed":
    case "replace-feed":
    case "remove-feed": {
      const change = addressChangeOf(intent);
      if (!change) return wrong({});
      const outcome = await changeAddress(ctx, { shows: "crew", crew_id: id }, change);
      if (!outcome.ok) return "not found";
      return outcome.url === null ? { toast: toastOfAddress(change) } : { made: outcome.url };
    }
    default:
      return wrong({});
  }
}

function handOverToast({ moved, left }: { moved: number; left: number }): ToastMessage {
  const visits = (count: number) => (count === 1 ? "1 visit" : `${count} visits`);
  if (left === 0) return { title: `${visits(moved)} reassigned` };
  const description = `${visits(left)} could not be reassigned: no other crew is free at that time.`;
  return { title: `${visits(moved)} reassigned`, description, destructive: true };
}

export default function CrewPanel({
  loaderData: { crew, address, had_address, editing, newId },
  actionData,
}: Route.ComponentProps) {
  const refused = actionData?.refused;
  const of = (...intents: string[]) => (refused && intents.includes(refused.intent) ? refused : undefined);
  return (
    <SidePanel key={crew.id} title={crew.name} closeHref={CREWS_PAGE}>
      <PanelPart id="details" title="Details">
        <CrewForm key={`${crew.name} ${crew.email}`} crew={crew} refused={of("update")} />
      </PanelPart>
      <CrewMembers
        crewId={crew.id}
        people={crew.people}
        editing={editing}
        newId={newId}
        refused={of("add-member", "update-member")}
      />
      <CrewHours key={JSON.stringify(crew.shifts)} shifts={crew.shifts} refused={of("hours")} />
      <CrewTimeOff
        key={crew.time_off.length}
        time_off={crew.time_off}
        today={crew.today}
        newId={newId}
        refused={of("add-time-off")}
      />
      <CrewFeed crew={crew} address={address} made={actionData?.made} stopped={had_address} />
      <CrewVisits
        crew={crew}
        refusal={of("deactivate")?.message}
        visitHref={({ id, date }) => schedulePath({ view: "day", date, visit: id })}
      />
    </SidePanel>
  );
}
