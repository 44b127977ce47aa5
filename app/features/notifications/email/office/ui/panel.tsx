import { formatTries, MAIL_LIST, type OfficeMail } from "~/features/notifications/email/office/list";
import { Disclosure } from "~/ui/action/disclosure";
import { ResendForm } from "~/ui/action/resend-form";
import { Fact, Facts } from "~/ui/list/facts";
import { BouncedNotice } from "~/ui/page/bounced-notice";
import { Notice } from "~/ui/page/notice";
import { MailBadge } from "./table";

/** Status and content of an email, with the action to send it again. */
export function MailPanel({ email }: { email: OfficeMail }) {
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere font-semibold text-[1.0625rem]/7">{email.subject}</p>
      <Facts>
        <Fact label="Status">
          <MailBadge status={email.status} />
        </Fact>
        <Fact label="To">{email.recipient}</Fact>
        <Fact label="Created">{email.at}</Fact>
        <Fact label="Sent">{email.status === "sent" ? email.sent_at : null}</Fact>
        <Fact label="Attempts">{formatTries(email.attempts)}</Fact>
        <Fact label="Attachments">{email.attachments.join(", ")}</Fact>
        <Fact label="About" href={email.booking ? `/admin/bookings/${email.booking.id}` : ""}>
          {email.booking && `Booking ${email.booking.number}`}
        </Fact>
        <Fact label="Account" href={email.user_id ? `/admin/customers/${email.user_id}` : ""}>
          {email.user_id && "View customer"}
        </Fact>
      </Facts>
      {email.bounced && <BouncedNotice bounced={email.bounced} />}
      {email.status === "failed" && !email.bounced && !email.emptied && (
        <Notice tone="error" title="Mail server response">
          <span className="wrap-anywhere">{email.error ?? "Nothing."}</span>
        </Notice>
      )}
      {email.status === "kept" && (
        <p className="text-[0.9375rem]/6 text-moss">
          No mail server was set up when it was created, so it was kept here and not sent.
        </p>
      )}
      {!email.bounced && !email.emptied && <SendAgain email={email} />}
      {email.emptied ? <Emptied /> : <Content email={email} />}
    </div>
  );
}

function Content({ email: { id, subject, text } }: { email: OfficeMail }) {
  return (
    <>
      <iframe
        title={`Preview of the email “${subject}”`}
        src={`${MAIL_LIST.path}/${id}/page`}
        sandbox=""
        className="h-128 w-full rounded-card bg-snow ring-1 ring-line"
      />
      <Disclosure title="Plain text version" className="border-line border-t pt-2">
        <pre className="wrap-anywhere whitespace-pre-wrap font-sans text-[0.9375rem]/6">{text}</pre>
      </Disclosure>
    </>
  );
}

function Emptied() {
  return (
    <Notice title="This email is more than a year old">
      Email content is deleted after a year. When it was sent and to whom is kept.
    </Notice>
  );
}

function SendAgain({ email: { attempts, why_not_again, status } }: { email: OfficeMail }) {
  if (why_not_again !== null)
    return (
      <p className="text-[0.9375rem]/6 text-moss">
        {status === "queued" ? why_not_again : `This email can't be sent again. ${why_not_again}`}
      </p>
    );
  return <ResendForm attempts={attempts} hasFailed={status === "failed"} />;
}
