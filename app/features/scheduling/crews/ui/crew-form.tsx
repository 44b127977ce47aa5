import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { crewPath, keyOf, LIMITS, memberPath, type Refused } from "~/features/scheduling/crews/forms";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { type AddressProps, FeedAddress } from "~/ui/action/feed-address";
import { fieldProps } from "~/ui/form/field-props";
import { TextField } from "~/ui/form/text-field";
import { Notice } from "~/ui/page/notice";

type Props = {
  crew?: { name: string; email: string | null };
  refused: Refused | undefined;
};

/** The form for a crew's name and email address. */
export function CrewForm({ crew, refused }: Props) {
  const navigation = useNavigation();
  const intent = crew ? "update" : "add";
  const values = refused?.values ?? { name: crew?.name ?? "", email: crew?.email ?? "" };
  const field = fieldProps(values, refused?.errors);
  return (
    <Form method="post" preventScrollReset noValidate className="grid gap-4">
      <input type="hidden" name="intent" value={intent} />
      {crew && <input type="hidden" name="seen" value={keyOf(crew)} />}
      {refused?.message && (
        <Notice tone="error" title="Not saved yet">
          {refused.message}
        </Notice>
      )}
      <TextField label="Name" {...field("name")} maxLength={LIMITS.name} required autoComplete="off" />
      <TextField
        label="Email"
        {...field("email")}
        type="email"
        optional
        hint="New and changed visits are emailed here. Leave it empty to send them to the company's email address."
        maxLength={LIMITS.email}
        autoComplete="off"
      />
      <Button
        type="submit"
        size="small"
        className="min-h-11 justify-self-start"
        pending={navigation.formData?.get("intent") === intent}
        pendingLabel="Saving..."
      >
        {crew ? "Save" : "Add crew"}
      </Button>
    </Form>
  );
}

type PanelPartProps = { id: string; title: string; action?: ReactNode; children: ReactNode };

/** One part of the panel of a crew. */
export function PanelPart({ id, title, action, children }: PanelPartProps) {
  return (
    <section
      id={id}
      aria-labelledby={`${id}-title`}
      className="border-line not-first:border-t not-first:pt-5 not-last:pb-6"
    >
      <div className="mb-3 flex min-h-11 items-center justify-between gap-3">
        <h3 id={`${id}-title`} className="font-sans font-semibold text-[1.0625rem]/6">
          {title}
        </h3>
        {action}
      </div>
      {children}
    </section>
  );
}

type CrewFeedProps = { crew: { id: string; is_active: boolean } } & AddressProps;

/** The viewer's own address of the crew's calendar. */
export function CrewFeed({ crew, ...address }: CrewFeedProps) {
  return (
    <PanelPart id="calendar" title="Calendar">
      <p className="mb-4 text-[0.9375rem]/6 text-moss">
        A private address shows this crew's visits in any calendar app, with everything needed at the door. It
        is yours: pass it only to this crew, and replace it when someone leaves. It stops working when your
        access to the schedule ends.
        {address.address && !crew.is_active && " It shows nothing while the crew is inactive."}
      </p>
      <FeedAddress {...address} action={crewPath(crew.id)} label="Your address for this crew" />
    </PanelPart>
  );
}

type Member = { id: string; name: string; email: string | null; phone: string | null };

type CrewMembersProps = {
  crewId: string;
  people: Member[];
  /** The id of the member whose form is open, or "new". */
  editing: string | null;
  /** The form for the next member. */
  newId: string;
  refused: Refused | undefined;
};

/** The people of a crew; one form is open at a time. */
export function CrewMembers({ crewId, people, editing, newId, refused }: CrewMembersProps) {
  const page = crewPath(crewId);
  return (
    <PanelPart
      id="members"
      title="Members"
      action={
        editing !== "new" && (
          <Link to={`${page}?member=new#members`} preventScrollReset className={`${small} -mr-4`}>
            Add
          </Link>
        )
      }
    >
      {people.length === 0 && editing !== "new" && <p className="text-moss">No one is in this crew yet.</p>}
      <ul className="grid gap-1">
        {people.map((member) => (
          <li key={member.id} className="rounded-control">
            {editing === member.id ? (
              <MemberForm page={page} member={member} newId={newId} refused={refused} />
            ) : (
              <div className="flex items-start justify-between gap-3 py-1.5">
                <div className="min-w-0 wrap-anywhere">
                  <p className="font-medium">{member.name}</p>
                  <p className="text-[0.9375rem]/5 text-moss">
                    {[member.phone, member.email].filter(Boolean).join(" · ") || "No phone or email"}
                  </p>
                </div>
                <div className="-mr-4 flex">
                  <Link
                    to={memberPath(crewId, member.id)}
                    aria-label={`Phones of ${member.name}`}
                    className={small}
                  >
                    Phones
                  </Link>
                  <Link
                    to={`${page}?member=${member.id}#members`}
                    preventScrollReset
                    aria-label={`Edit ${member.name}`}
                    className={small}
                  >
                    Edit
                  </Link>
                </div>
              </div>
            )}
          </li>
        ))}
      </ul>
      {editing === "new" && <MemberForm page={page} newId={newId} refused={refused} />}
    </PanelPart>
  );
}

const small = `${buttonLook({ variant: "ghost", size: "small" })} min-h-11 shrink-0`;

type FormProps = { page: string; member?: Member; newId: string; refused: Refused | undefined };

function MemberForm({ page, member, newId, refused }: FormProps) {
  const intent = member ? "update-member" : "add-member";
  const pending = useNavigation().formData?.get("intent");
  const own = refused?.intent === intent ? refused : undefined;
  const values = own?.values ?? {
    name: member?.name ?? "",
    phone: member?.phone ?? "",
    email: member?.email ?? "",
  };
  const field = fieldProps(values, own?.errors);
  return (
    <Form
      method="post"
      action={`${page}?member=${member?.id ?? "new"}`}
      preventScrollReset
      noValidate
      className="my-2 grid gap-3 rounded-card bg-paper p-4 ring-1 ring-line"
    >
      {member ? (
        <>
          <input type="hidden" name="member" value={member.id} />
          <input type="hidden" name="seen" value={keyOf(member)} />
        </>
      ) : (
        <input type="hidden" name="id" value={own?.values.id ?? newId} />
      )}
      {own?.message && (
        <Notice tone="error" title="Not saved yet">
          {own.message}
        </Notice>
      )}
      <TextField label="Name" {...field("name")} maxLength={LIMITS.name} required autoComplete="off" />
      <TextField
        label="Phone"
        {...field("phone")}
        type="tel"
        optional
        maxLength={LIMITS.phone}
        autoComplete="off"
      />
      <TextField
        label="Email"
        {...field("email")}
        type="email"
        optional
        maxLength={LIMITS.email}
        autoComplete="off"
      />
      <div className="flex flex-wrap gap-2">
        <Button
          type="submit"
          name="intent"
          value={intent}
          size="small"
          className="min-h-11"
          pending={pending === intent}
          pendingLabel="Saving..."
        >
          {member ? "Save" : "Add member"}
        </Button>
        <Link to={page} preventScrollReset className={small}>
          Cancel
        </Link>
        {member && (
          <button
            type="submit"
            name="intent"
            value="remove-member"
            formNoValidate
            className={`${small} ml-auto text-berry`}
          >
            Remove
          </button>
        )}
      </div>
    </Form>
  );
}
