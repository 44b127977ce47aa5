import { ButtonLink } from "~/ui/button-link";
import { Card } from "~/ui/card";

/** Whether the newsletter comes, and the way to change that. `exit` is null for who doesn't get it. */
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
