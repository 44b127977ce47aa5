/**
 * Says that emails can't reach an address, with a button that allows them again. The form posts to the page's own route.
 *
 *   {mail.bounced && <BouncedNotice bounced={mail.bounced} />}
 *
 * bounced  "This address bounced on Jun 01, 2026: 550 No such user"
 */
import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { Notice } from "./notice";

export function BouncedNotice({ bounced }: { bounced: string }) {
  const pending = useNavigation().formData?.get("intent") === "try-address";
  return (
    <Notice
      tone="error"
      title="Emails to this address are off"
      action={
        <Form method="post" preventScrollReset>
          <input type="hidden" name="intent" value="try-address" />
          <Button type="submit" size="small" variant="secondary" pending={pending} pendingLabel="Saving...">
            Try this address again
          </Button>
        </Form>
      }
    >
      <span className="wrap-anywhere">{bounced}</span>
    </Notice>
  );
}
