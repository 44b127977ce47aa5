import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";

type Props = {
  /** Whether the money has come, and not only left the customer's bank. */
  paid: boolean;
  /** Where its time can be changed; null when only the confirmation email leads there. */
  change: { href: string; label: string } | null;
};

/** Said where 'Proceed to Payment' led to a booking that was paid before: what was changed since then was not taken. */
export function UnchangedNote({ paid, change }: Props) {
  return (
    <Notice
      className="mb-8"
      title="You weren’t charged again"
      action={
        change && (
          <ButtonLink href={change.href} variant="secondary">
            {change.label}
          </ButtonLink>
        )
      }
    >
      {paid
        ? "You had already paid for this booking, so we didn’t open a second checkout. "
        : "Your payment for this booking is already processing, so we didn’t open a second checkout. "}
      The changes you made after that weren’t saved.
      {!change && " To make them, use the link in the email about this booking."}
    </Notice>
  );
}
