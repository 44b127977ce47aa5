import { Form, useNavigation } from "react-router";
import { formatTries, MAIL_LIST, type OfficeMail } from "~/features/notifications/email/office/list";
import { BouncedNotice } from "~/ui/bounced-notice";
import { Button } from "~/ui/button";
import { Disclosure } from "~/ui/disclosure";
import { Fact, Facts } from "~/ui/facts";
import { Notice } from "~/ui/notice";
import { MailBadge } from "./badge";

/** Everything about a mail: what became of it, how it looks, and a way to send it again. */
export function MailPanel({ mail }: { mail: OfficeMail }) {
  return (
    <div className="grid gap-5">
      <p className="wrap-anywhere font-semibold text-[1.0625rem]/7">{mail.subject}</p>
      <Facts>
        <Fact label="Status">
          <MailBadge status={mail.status} />
        </Fact>
        <Fact label="To">{mail.recipient}</Fact>
        <Fact label="Created">{mail.at}</Fact>
        <Fact label="Sent">{mail.status === "sent" ? mail.sent_at : null}</Fact>
        <Fact label="Attempts">{formatTries(mail.attempts)}</Fact>
        <Fact label="Attachments">{mail.attachments.join(", ")}</Fact>
        <Fact label="About" href={mail.booking_id ? `/admin/bookings/${mail.booking_id}` : ""}>
          {mail.booking_id && "View booking"}
        </Fact>
        <Fact label="Account" href={mail.user_id ? `/admin/customers/${mail.user_id}` : ""}>
          {mail.user_id && "View customer"}
        </Fact>
      </Facts>
      {mail.bounced && <BouncedNotice bounced={mail.bounced} />}
      {mail.status === "failed" && !mail.bounced && !mail.emptied && (
        <Notice tone="error" title="Mail server response">
          <span className="wrap-anywhere">{mail.error ?? "Nothing."}</span>
        </Notice>
      )}
      {mail.status === "kept" && (
        <p className="text-[0.9375rem]/6 text-moss">
          No mail server was set up when it was created, so it was kept here and not sent.
        </p>
      )}
      {!mail.bounced && !mail.emptied && <SendAgain mail={mail} />}
      {mail.emptied ? <Emptied /> : <Content mail={mail} />}
    </div>
  );
}

function Content({ mail: { id, subject, text } }: { mail: OfficeMail }) {
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

function SendAgain({ mail: { attempts, why_not_again, status } }: { mail: OfficeMail }) {
  const pending = useNavigation().formData?.get("intent") === "again";
  if (why_not_again !== null)
    return (
      <p className="text-[0.9375rem]/6 text-moss">
        {status === "queued" ? why_not_again : `This email can't be sent again. ${why_not_again}`}
      </p>
    );
  return (
    <Form method="post" preventScrollReset>
      <input type="hidden" name="intent" value="again" />
      <input type="hidden" name="attempts" value={attempts} />
      <Button
        type="submit"
        size="small"
        variant={status === "failed" ? "primary" : "secondary"}
        pending={pending}
        pendingLabel="Sending..."
      >
        Send again
      </Button>
    </Form>
  );
}
