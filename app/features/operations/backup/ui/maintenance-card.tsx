import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import type { ResetWord } from "~/features/operations/backup/backup";
import type { SiteKind } from "~/features/operations/settings/site/site";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { useAllowed } from "~/ui/allowed";
import { Card } from "~/ui/page/card";
import { WordForm } from "./word-form";

export function MaintenanceCard({ kind }: { kind: SiteKind }) {
  const { formData } = useNavigation();
  const canExport = useAllowed("exports.read");
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
      {kind === "own" && (
        <Row
          heading="Setup guide"
          text="Name, look, area, hours, services, crews, email and payments, in steps."
        >
          <Link to="/admin/setup" className={buttonLook({ variant: "secondary", size: "small" })}>
            Open the guide
          </Link>
        </Row>
      )}
      {canExport && (
        <Row
          heading="Moving out"
          text="Everything as one ZIP of CSVs and photos, for another program or another server of yours."
        >
          <Link
            to="/admin/settings/moving-out"
            className={buttonLook({ variant: "secondary", size: "small" })}
          >
            Open Moving out
          </Link>
        </Row>
      )}
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

const RESETS = {
  EMPTY: {
    title: "Empty the site",
    about: "No customers, no services and no crews: the setup guide begins again.",
    action: { label: "Empty the site", pending: "Emptying..." },
  },
  DEMO: {
    title: "Go back to the demo",
    about: "The site shows White Birch Cleaning with its made-up customers, and takes no real money.",
    action: { label: "Reset to the demo", pending: "Resetting..." },
  },
} as const satisfies Record<ResetWord, unknown>;

type Props = {
  /** The reset that is being confirmed. */
  asked: ResetWord | undefined;
  kind: SiteKind;
  page: string;
  result: SubmissionResult<string[]> | undefined;
};

/** Emptying the demo needs an owner first, so it has a page of its own. */
export function DangerZone({ asked, kind, page, result }: Props) {
  return (
    <Card className="grid grid-cols-1 gap-4 p-5 ring-berry/30 sm:p-7">
      <h2 className="text-berry text-heading">Danger Zone</h2>
      {asked ? (
        <WordForm
          key={asked}
          intent="reset"
          word={asked}
          result={result}
          action={RESETS[asked].action}
          back={page}
        >
          <input type="hidden" name="word" value={asked} />
          <p className="font-semibold">
            This deletes everything: customers, bookings, orders, messages and settings.
          </p>
          <p className="text-moss">
            {RESETS[asked].about} Only your own account stays, and you stay signed in. A backup is created
            first, so you can restore it from here.
          </p>
        </WordForm>
      ) : (
        <>
          <p className="text-moss">A full backup is created first, and your own account stays.</p>
          {(["EMPTY", "DEMO"] as const).map((word) => (
            <Row key={word} heading={RESETS[word].title} text={RESETS[word].about}>
              <Link
                to={word === "EMPTY" && kind === "demo" ? "/admin/own" : `${page}?reset=${word}`}
                preventScrollReset
                className={buttonLook({ variant: "destructive", size: "small" })}
              >
                {RESETS[word].title}
              </Link>
            </Row>
          ))}
        </>
      )}
    </Card>
  );
}
