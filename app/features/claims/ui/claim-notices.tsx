import { CLAIM_LABELS, type ClaimStatus, claimPath } from "~/features/claims/rules";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";

/** Leads from a booking to its claims. */
export function ClaimNotices({ claims }: { claims: { id: string; status: ClaimStatus }[] }) {
  return claims.map(({ id, status }) => (
    <Notice
      key={id}
      className="mb-5"
      action={
        <ButtonLink href={claimPath(id)} variant="secondary" size="small">
          Open the claim
        </ButtonLink>
      }
    >
      Claim: {CLAIM_LABELS[status].toLowerCase()}
    </Notice>
  ));
}
