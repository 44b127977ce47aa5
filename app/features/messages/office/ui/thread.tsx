import CircleAlert from "lucide-react/icons/circle-alert";
import type { OfficeMessage, Reply } from "~/features/messages/office/message";

const MAIL_NOTES: Record<Exclude<NonNullable<Reply["mail"]>, "failed">, string> = {
  "on its way": " · sending",
  sent: " · sent",
  kept: " · kept here (no mail server is set up)",
};

/** What was written, and what was answered. */
export function MessageThread({ message }: { message: OfficeMessage }) {
  return (
    <ol aria-label="Messages" className="grid gap-3">
      <li className="wrap-anywhere whitespace-pre-line rounded-card rounded-tl-sm bg-paper px-4 py-3 ring-1 ring-line">
        {message.message}
      </li>
      {message.replies.map(({ id, body, author, at, mail }) => (
        <li key={id} className="ml-6 rounded-card rounded-tr-sm bg-sage-soft px-4 py-3">
          <p className="wrap-anywhere whitespace-pre-line">{body}</p>
          <p className="mt-2 text-[0.8125rem]/5 text-moss">
            {author}, {at}
            {mail === "failed" ? (
              <span className="mt-0.5 flex items-center gap-1 font-medium text-berry">
                <CircleAlert aria-hidden strokeWidth={2} className="size-3.5" />
                The email could not be sent. We'll keep trying for a while.
              </span>
            ) : (
              mail && MAIL_NOTES[mail]
            )}
          </p>
        </li>
      ))}
    </ol>
  );
}
