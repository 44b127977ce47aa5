import { data } from "react-router";
import { LANGUAGE_NAMES, LANGUAGES } from "~/features/fieldwork/messages/language";
import { endPhone, invitePhone } from "~/features/fieldwork/phones/invite.server";
import { readMemberPhones } from "~/features/fieldwork/phones/queries.server";
import { MemberPhonesPanel } from "~/features/fieldwork/phones/ui/member-phones";
import { crewPath, memberPath } from "~/features/scheduling/crews/forms";
import { setLanguage } from "~/features/scheduling/crews/members.server";
import type { ToastMessage } from "~/lib/toast-message";
import type { StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import type { Fields } from "~/platform/request/form.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import type { Route } from "./+types/crew-member";

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const member = await readMemberPhones(ctx, { crew_id: params.id, member_id: params.member });
  if (!member) throw data(null, { status: 404 });
  return { member };
}

/** Makes a link for a phone, ends a phone, or sets the member's language. */
export async function action({ request, context, params }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const toast = await respondTo(ctx, { crew_id: params.id, member_id: params.member }, form);
  if (toast === "not found") throw data(null, { status: 404 });
  if (!toast) return data(null, { status: 400 });
  return redirectTo(context, memberPath(params.id, params.member), { toast });
}

type Member = { crew_id: string; member_id: string };

async function respondTo(
  ctx: StaffCtx,
  member: Member,
  form: Fields,
): Promise<ToastMessage | "not found" | null> {
  const { intent, phone = "", language } = form;
  if (intent === "invite") {
    const invited = await invitePhone(ctx, member);
    if (!invited) return "not found";
    const description = invited.emailed ? "It is on its way by email too." : "Pass it on yourself.";
    return { title: "New link made", description };
  }
  if (intent === "end") {
    const ended = await endPhone(ctx, { ...member, phone_id: phone });
    const description = "It is let in no more, and deletes what it keeps when it is online next.";
    return ended ? { title: "Phone ended", description } : "not found";
  }
  const chosen = LANGUAGES.find((one) => one === language);
  if (intent !== "language" || !chosen) return null;
  const saved = await setLanguage(ctx, { crew_id: member.crew_id, id: member.member_id, language: chosen });
  return saved ? { title: `Language: ${LANGUAGE_NAMES[chosen]}` } : "not found";
}

export default function CrewMember({ loaderData: { member } }: Route.ComponentProps) {
  return (
    <SidePanel key={member.id} title={member.name} closeHref={crewPath(member.crew.id)}>
      <MemberPhonesPanel member={member} />
    </SidePanel>
  );
}
