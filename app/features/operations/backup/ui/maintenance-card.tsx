import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { RESET_WORD } from "~/features/operations/backup/backup";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Card } from "~/ui/page/card";
import { WordForm } from "./word-form";

export function MaintenanceCard() {
  const { formData } = useNavigation();
  return (
    <Card className="grid grid-cols-1 gap-5 p-5 sm:p-7">
      <h2 className="text-heading">Maintenance</h2>
      <Row
        heading="Cache"
        text="Public pages are cached for speed and refreshed automatically when something changes."
      >
        <Form method="post" preventScrollReset>
          <Button
            type="submit"
            name="intent"
            value="clear-cache"
            variant="secondary"
            size="small"
            pending={formData?.get("intent") === "clear-cache"}
            pendingLabel="Clearing..."
          >
            Clear Cache
          </Button>
        </Form>
      </Row>
      <Row heading="Logs" text="Recent site logs, without email addresses, phone numbers or passwords.">
        <a href="/admin/site.log" download className={buttonLook({ variant: "secondary", size: "small" })}>
          Download Logs
        </a>
      </Row>
      <Row heading="Webhooks" text="Notify other apps when something happens here.">
        <Link to="/admin/webhooks" className={buttonLook({ variant: "secondary", size: "small" })}>
          Open Webhooks
        </Link>
      </Row>
    </Card>
  );
}

function Row({ heading, text, children }: { heading: string; text: string; children: ReactNode }) {
  return (
    <section className="flex flex-wrap items-center justify-between gap-4 border-line border-t pt-5">
      <div className="min-w-0 flex-1 basis-64">
        <h3 className="font-sans font-semibold text-base">{heading}</h3>
        <p className="text-moss">{text}</p>
      </div>
      {children}
    </section>
  );
}

type Props = {
  /** Whether the reset is being confirmed. */
  asked: boolean;
  page: string;
  result: SubmissionResult<string[]> | undefined;
};

export function DangerZone({ asked, page, result }: Props) {
  return (
    <Card className="grid grid-cols-1 gap-4 p-5 ring-berry/30 sm:p-7">
      <h2 className="text-berry text-heading">Danger Zone</h2>
      {asked ? (
        <WordForm
          intent="reset"
          word={RESET_WORD}
          result={result}
          action={{ label: "Reset All Data", pending: "Resetting..." }}
          back={page}
        >
          <p className="font-semibold">
            This deletes everything: customers, bookings, orders, messages and settings.
          </p>
          <p className="text-moss">
            The site goes back to its initial state. Only your own account stays, and you stay signed in. A
            backup is created first, so you can restore it from here.
          </p>
        </WordForm>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0 flex-1 basis-64 text-moss">
            Returns the site to its initial state. A full backup is created first.
          </p>
          <Link
            to={`${page}?reset=all`}
            preventScrollReset
            className={buttonLook({ variant: "destructive", size: "small" })}
          >
            Reset All Data
          </Link>
        </div>
      )}
    </Card>
  );
}
