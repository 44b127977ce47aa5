import { CopyField } from "~/ui/action/copy-field";
import { Card } from "~/ui/page/card";

/** Finished texts: what both get, and what the link has earned. */
type OwnReferrals = { url: string; offer: string; earned: string | null };

/** The customer's own link, to recommend us. */
export function ReferralCard({ url, offer, earned }: OwnReferrals) {
  return (
    <Card className="p-5 sm:p-7">
      <h2 className="mb-2 text-heading">Recommend us</h2>
      <p className="mb-5 text-moss">{offer}</p>
      <CopyField label="Your link" value={url} />
      {earned && <p className="mt-4 font-medium">{earned}</p>}
      <p className="mt-3 text-moss text-sm">
        For people of another household who have not had a visit from us yet.
      </p>
    </Card>
  );
}
