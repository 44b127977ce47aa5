import type { SubmissionResult } from "@conform-to/react";
import type { ReactNode } from "react";
import type { Obstacle } from "~/features/identity/privacy/erasure";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";
import { DeleteForm } from "./delete-form";
import { PrivacyCard } from "./privacy-card";

type Props = {
  email: string;
  has_password: boolean;
  /** What must be settled first; `refused` when somebody has just tried. */
  obstacle: Obstacle | null;
  refused: boolean;
  result: SubmissionResult<string[]> | undefined;
};

export function DeleteCard({ email, has_password, obstacle, refused, result }: Props) {
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
