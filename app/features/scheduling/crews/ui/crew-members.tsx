import { Form, Link, useNavigation } from "react-router";
import { crewPath, keyOf, LIMITS, type Refused } from "~/features/scheduling/crews/forms";
import { Button } from "~/ui/button";
import { buttonLook } from "~/ui/button-look";
import { fieldProps } from "~/ui/field-props";
import { Notice } from "~/ui/notice";
import { TextField } from "~/ui/text-field";
import { PanelPart } from "./crew-form";

type Member = { id: string; name: string; email: string | null; phone: string | null };

type Props = {
  crewId: string;
  people: Member[];
  /** The id of the member whose form is open, or "new". */
  editing: string | null;
  /** Of whoever is added next. */
  newId: string;
  refused: Refused | undefined;
};

/** The people of a crew; one form is open at a time. */
export function CrewMembers({ crewId, people, editing, newId, refused }: Props) {
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
                <Link
                  to={`${page}?member=${member.id}#members`}
                  preventScrollReset
                  aria-label={`Edit ${member.name}`}
                  className={`${small} -mr-4`}
                >
                  Edit
                </Link>
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
