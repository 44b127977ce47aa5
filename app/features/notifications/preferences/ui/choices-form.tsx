import { Form, useNavigation } from "react-router";
import { MAILS_PAGE, type MailChoices } from "~/features/notifications/preferences/choices";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { CheckboxField } from "~/ui/form/checkbox-field";
import { Card } from "~/ui/page/card";

export function ChoicesForm({ choices }: { choices: MailChoices }) {
  const { formAction } = useNavigation();
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="text-heading">About your visits</h2>
      <p className="mt-2 text-moss">
        You’ll always get confirmations, changes and receipts. The rest is up to you.
      </p>
      <Form
        method="post"
        action={MAILS_PAGE}
        preventScrollReset
        className="mt-4 grid justify-items-start gap-1"
      >
        <CheckboxField
          name="reminders"
          defaultChecked={choices.reminders}
          label={<Choice title="Reminders the day before">When your crew comes, and where</Choice>}
        />
        <CheckboxField
          name="reviews"
          defaultChecked={choices.reviews}
          label={
            <Choice title="Review invitations">The day after a visit; at most once a month for a plan</Choice>
          }
        />
        <CheckboxField
          name="reveals"
          defaultChecked={choices.reveals}
          label={
            <Choice title="When a crew sees your entry codes">
              Who looked at the codes of your home, at most once a visit
            </Choice>
          }
        />
        <Button type="submit" className="mt-4" pending={formAction === MAILS_PAGE} pendingLabel="Saving...">
          Save
        </Button>
      </Form>
    </Card>
  );
}

function Choice({ title, children }: { title: string; children: string }) {
  return (
    <>
      <span className="block font-medium">{title}</span>
      <span className="block text-moss">{children}</span>
    </>
  );
}

/** Shows the newsletter subscription. `exit` is null without one. */
export function NewsletterCard({ exit }: { exit: string | null }) {
  return (
    <Card className="grid justify-items-start gap-4 p-5 sm:p-7">
      <div>
        <h2 className="text-heading">Newsletter</h2>
        <p className="mt-2 text-moss">
          {exit ? "You’re subscribed to our newsletter." : "You’re not subscribed with this address."}
        </p>
      </div>
      <ButtonLink href={exit ?? "/newsletter"} variant="secondary" size="small" className="min-h-11">
        {exit ? "Unsubscribe" : "Subscribe"}
      </ButtonLink>
    </Card>
  );
}
