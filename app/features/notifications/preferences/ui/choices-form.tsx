import { Form, useNavigation } from "react-router";
import { MAILS_PAGE, type MailChoices } from "~/features/notifications/preferences/choices";
import { Button } from "~/ui/button";
import { Card } from "~/ui/card";
import { CheckboxField } from "~/ui/checkbox-field";

/** Which mails beside the necessary ones a customer wants. */
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
