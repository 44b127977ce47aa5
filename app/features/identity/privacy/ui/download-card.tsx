import Download from "lucide-react/icons/download";
import { Button } from "~/ui/button";
import { PrivacyCard } from "./privacy-card";

/** Asks for the ZIP with a form of the browser's own: the answer is a file, and the page stays. */
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
