import { Form, useNavigation } from "react-router";
import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { Card } from "~/ui/card";
import { CopyField } from "~/ui/copy-field";

/** The customer's private calendar address: made, copied, replaced or taken away. */
export function CalendarFeed({ url }: { url: string | null }) {
  return (
    <Card id="calendar" className="mt-6 scroll-mt-24 p-5 sm:p-7">
      <h2 className="text-heading">Your visits in your own calendar</h2>
      <p className="mt-2 max-w-2xl text-moss">
        Subscribe to a private address in Google, Apple or Outlook Calendar, and your visits appear there and
        follow every change; whoever has the address can see them.
      </p>
      {url === null ? (
        <div className="mt-5">
          <FeedVerb intent="create-feed">Create private address</FeedVerb>
        </div>
      ) : (
        <div className="mt-5 grid gap-4">
          <CopyField label="Your private address" value={url} />
          <div className="flex flex-wrap gap-x-1.5 gap-y-2.5">
            <ButtonLink
              href={url.replace(/^https?:/, "webcal:")}
              variant="secondary"
              size="small"
              className="min-h-11"
            >
              Subscribe
            </ButtonLink>
            <FeedVerb intent="replace-feed">Replace</FeedVerb>
            <FeedVerb intent="remove-feed">Remove</FeedVerb>
          </div>
          <p className="text-moss text-sm">
            Replacing or removing it ends the old address at once, wherever it is in use.
          </p>
        </div>
      )}
    </Card>
  );
}

function FeedVerb({ intent, children }: { intent: string; children: string }) {
  const { formData } = useNavigation();
  return (
    <Form method="post" action="/profile?tab=upcoming-cleans" preventScrollReset>
      <Button
        type="submit"
        name="intent"
        value={intent}
        variant={intent === "create-feed" ? "secondary" : "ghost"}
        size="small"
        className="min-h-11"
        pending={formData?.get("intent") === intent}
      >
        {children}
      </Button>
    </Form>
  );
}
