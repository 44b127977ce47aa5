import { Form } from "react-router";
import { LANGUAGE_NAMES, LANGUAGES } from "~/features/fieldwork/messages/language";
import { INVITATION_DAYS, type MemberPhones } from "~/features/fieldwork/phones/rules";
import { Button } from "~/ui/action/button";
import { CopyField } from "~/ui/action/copy-field";
import { SelectField } from "~/ui/form/select-field";
import { Badge } from "~/ui/list/badge";
import { PanelPart } from "~/ui/list/panel-part";

/** A member's way into the app on their phone: the link, the phones that were let in, and their language. */
export function MemberPhonesPanel({ member }: { member: MemberPhones }) {
  return (
    <>
      <PanelPart title="Link for a new phone">
        <Invitation member={member} />
      </PanelPart>
      <PanelPart title="Phones">
        {member.phones.length === 0 ? (
          <p className="text-moss">No phone yet. Send the link, and {member.name} opens it on their phone.</p>
        ) : (
          <ul className="divide-y divide-line">
            {member.phones.map((phone) => (
              <Phone key={phone.id} phone={phone} />
            ))}
          </ul>
        )}
      </PanelPart>
      <PanelPart title="Language">
        <Form method="post" className="flex flex-wrap items-end gap-3">
          <SelectField
            key={member.language}
            label="App and emails in"
            name="language"
            defaultValue={member.language}
            className="min-w-48 flex-1"
          >
            {LANGUAGES.map((language) => (
              <option key={language} value={language}>
                {LANGUAGE_NAMES[language]}
              </option>
            ))}
          </SelectField>
          <Button type="submit" name="intent" value="language" variant="secondary">
            Save
          </Button>
        </Form>
      </PanelPart>
    </>
  );
}

function Invitation({ member: { invitation, name, email } }: { member: MemberPhones }) {
  const usable = invitation && !invitation.expired;
  return (
    <div className="grid gap-4">
      {usable ? (
        <>
          <p className="text-moss">
            {name} opens it on their own phone and chooses a PIN. It lets in one phone, until{" "}
            {invitation.until}.
          </p>
          <CopyField label="Link" value={invitation.url} />
          <img
            src={`data:image/svg+xml,${encodeURIComponent(invitation.qr)}`}
            alt={`QR code of the link for ${name}`}
            className="size-44 rounded-control bg-[#fff] p-2 ring-1 ring-line"
          />
        </>
      ) : (
        <p className="text-moss">
          {invitation ? `The last link was good until ${invitation.until}. ` : ""}
          The link lets in one phone and is good for {INVITATION_DAYS} days.
          {email ? ` We email it to ${email}.` : ` ${name} has no email address, so pass it on yourself.`}
        </p>
      )}
      <Form method="post">
        <Button
          type="submit"
          name="intent"
          value="invite"
          size="small"
          variant={usable ? "secondary" : "primary"}
        >
          {usable ? "Make a new link" : "Make a link"}
        </Button>
      </Form>
    </div>
  );
}

function Phone({ phone }: { phone: MemberPhones["phones"][number] }) {
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3">
      <div className="min-w-0 wrap-anywhere">
        <p className="font-medium">{phone.name}</p>
        <p className="text-[0.9375rem]/5 text-moss">
          Signed in {phone.joined} · Last seen {phone.seen}
        </p>
        {!phone.ended && (
          <p className="text-[0.9375rem]/5 text-moss">
            {phone.listens
              ? "Gets news while it is locked."
              : "Gets no news while it is locked. That is turned on in the app, under Hours."}
          </p>
        )}
        {phone.ended && (
          <p className="text-[0.9375rem]/5 text-moss">
            Ended {phone.ended.at}
            {phone.ended.by_pin && ", after five wrong PINs"}.{" "}
            {phone.ended.wiped
              ? "It has deleted what it kept."
              : "It deletes what it keeps when it is online next."}
          </p>
        )}
      </div>
      {phone.ended ? (
        <Badge>Ended</Badge>
      ) : (
        <Form method="post">
          <input type="hidden" name="phone" value={phone.id} />
          <Button type="submit" name="intent" value="end" variant="secondary" size="small">
            End this phone
          </Button>
        </Form>
      )}
    </li>
  );
}
