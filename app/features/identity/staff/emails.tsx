import {
  EmailFacts,
  EmailGreeting,
  EmailTemplate,
  EmailText,
  type Sender,
} from "~/features/notifications/email/template";

type Props = {
  sender: Sender;
  url: string;
  /** Name of the inviter. */
  by: string;
  /** "Dispatcher" */
  role_name: string;
  /** What the role does in the office. */
  note: string | undefined;
  until: string;
};

/** Sent to whoever is invited to a role. The button on the linked page accepts it. */
export function InvitationEmail({ sender, url, by, role_name, note, until }: Props) {
  return (
    <EmailTemplate
      sender={sender}
      preview={`${by} invites you as ${role_name}`}
      heading={`Join the team of ${sender.company_name}`}
      action={{ label: "See the invitation", url }}
    >
      <EmailGreeting name={null} />
      <EmailText>
        {by} invites you to join the team of {sender.company_name}.
      </EmailText>
      <EmailFacts
        facts={[
          { label: "Role", value: role_name },
          ...(note ? [{ label: "What it includes", value: note }] : []),
          { label: "Invited by", value: by },
          { label: "Good until", value: until },
        ]}
      />
      <EmailText>
        The link is only for you: please don’t forward this email. If you didn’t expect it, you can ignore it.
        Nothing changes until you accept.
      </EmailText>
    </EmailTemplate>
  );
}
