import { type VisitLink, visitPath } from "~/features/booking/manage/visit";
import type { CustomerClaim, VisitClaims } from "~/features/claims/claim";
import { ButtonLink } from "~/ui/action/button-link";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import { PictureList } from "./picture-list";

/** The claim about a visit, and the way to open one while that is possible. */
export function VisitClaim({ link, claims: { claim, until } }: { link: VisitLink; claims: VisitClaims }) {
  return (
    <>
      {claim && <ClaimState claim={claim} />}
      {until && (
        <Card as="aside" aria-labelledby="claim-heading" className="mt-6 p-5 sm:p-6">
          <h2 id="claim-heading" className="text-heading">
            Something isn’t right?
          </h2>
          <p className="mt-1 text-moss">
            Tell us by {until}, and add photos if you like. We’ll make it right.
          </p>
          <ButtonLink href={visitPath(link, "claim")} variant="secondary" className="mt-4">
            Tell us
          </ButtonLink>
        </Card>
      )}
    </>
  );
}

const BADGES: Record<CustomerClaim["status"], { tone: "amber" | "green" | "neutral"; label: string }> = {
  open: { tone: "amber", label: "We’re looking into it" },
  "re-clean": { tone: "green", label: "We’re coming back" },
  credit: { tone: "green", label: "Credit" },
  refused: { tone: "neutral", label: "Not accepted" },
};

function ClaimState({ claim }: { claim: CustomerClaim }) {
  const { tone, label } = BADGES[claim.status];
  return (
    <Card as="aside" aria-labelledby="claim-state" className="mt-6 p-5 sm:p-6">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <h2 id="claim-state" className="text-heading">
          Your claim
        </h2>
        <Badge tone={tone}>{label}</Badge>
      </div>
      {claim.decision ? (
        <p className="mt-3">{claim.decision}</p>
      ) : (
        <p className="mt-3">We’re sorry that something wasn’t right. We’ll answer by {claim.due}.</p>
      )}
      {claim.answer && <p className="wrap-anywhere mt-2 whitespace-pre-line">{claim.answer}</p>}
      {claim.re_clean && (
        <ButtonLink href={claim.re_clean} size="small" className="mt-4">
          See the new visit
        </ButtonLink>
      )}
      <div className="mt-5 grid gap-3 border-line border-t border-dashed pt-4">
        <p className="wrap-anywhere text-moss">
          You wrote on {claim.at} about: {claim.room}
          <span className="mt-1 block whitespace-pre-line text-ink">{claim.words}</span>
        </p>
        <PictureList pictures={claim.pictures} />
      </div>
    </Card>
  );
}
