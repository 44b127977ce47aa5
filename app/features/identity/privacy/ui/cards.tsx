import type { SubmissionResult } from "@conform-to/react";
import Download from "lucide-react/icons/download";
import type { ReactNode } from "react";
import type { Obstacle } from "~/features/identity/privacy/rules";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { DeleteForm } from "./delete-form";

type Props = {
  email: string;
  has_password: boolean;
  /** The customer's credit, in words; null without any. */
  credit: string | null;
  /** What prevents the deletion; `refused` after an attempt. */
  obstacle: Obstacle | null;
  refused: boolean;
  result: SubmissionResult<string[]> | undefined;
};

export function DeleteCard({ email, has_password, credit, obstacle, refused, result }: Props) {
  return (
    <PrivacyCard id="delete" heading="Delete your account">
      <div className="grid gap-6 sm:grid-cols-2">
        <Consequences heading="What we delete">
          <ul className="grid list-disc gap-1.5 pl-5 marker:text-sage">
            <li>Your account, profile and ways to sign in</li>
            <li>Saved properties, reviews and your calendar feed</li>
            <li>Your name, email, phone, address and notes in every booking</li>
            <li>The emails we have sent you</li>
          </ul>
        </Consequences>
        <Consequences heading="What we keep">
          <p>
            When cleanings took place, and what was paid and refunded. We need this for our books; nothing in
            it identifies you.
          </p>
        </Consequences>
      </div>
      {credit && <Notice title={`You still have ${credit} of credit`}>It is lost with your account.</Notice>}
      {obstacle ? (
        <Notice
          tone={refused ? "error" : "info"}
          title="Something needs to be settled first"
          action={
            obstacle.link && (
              <ButtonLink href={obstacle.link.href} variant="secondary">
                {obstacle.link.label}
              </ButtonLink>
            )
          }
        >
          {obstacle.message}
        </Notice>
      ) : (
        <DeleteForm email={email} has_password={has_password} result={result} />
      )}
    </PrivacyCard>
  );
}

function Consequences({ heading, children }: { heading: string; children: ReactNode }) {
  return (
    <div className="text-moss">
      <h3 className="mb-2 font-sans font-semibold text-base text-ink">{heading}</h3>
      {children}
    </div>
  );
}

/** A native form: the response is a file, and the page is kept. */
export function DownloadCard() {
  return (
    <PrivacyCard id="download" heading="Download your data">
      <div className="grid gap-2 text-moss">
        <p>
          Everything we have about you in one ZIP file: account and profile, properties, bookings and
          payments, reviews, messages you sent us, and the emails we have sent you.
        </p>
        <p>It includes spreadsheet tables, a calendar file, and JSON for other programs.</p>
      </div>
      <form method="post" action="/profile/data.zip">
        <Button type="submit" variant="secondary">
          <Download strokeWidth={1.75} className="size-5" />
          Download my data
        </Button>
      </form>
    </PrivacyCard>
  );
}

function PrivacyCard({ id, heading, children }: { id: string; heading: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <Card className="grid gap-5 p-5 sm:p-7">
        <h2 id={id} className="text-heading">
          {heading}
        </h2>
        {children}
      </Card>
    </section>
  );
}
