/**
 * The secret address of a calendar feed, with buttons to create, copy, subscribe to, replace and remove it. Its forms post
 * the intents 'create-feed', 'replace-feed' and 'remove-feed' to `action`.
 *
 *   <FeedAddress url={feed_url} action="/profile?tab=upcoming-cleans" />
 */
import { useNavigation } from "react-router";
import { ButtonLink } from "./button-link";
import { CopyField } from "./copy-field";
import { IntentButton } from "./intent-button";

type Props = {
  /** Null while there is no address. */
  url: string | null;
  action: string;
  label?: string;
};

export function FeedAddress({ url, action, label = "Your private address" }: Props) {
  if (url === null)
    return (
      <FeedVerb action={action} intent="create-feed" variant="secondary">
        Create private address
      </FeedVerb>
    );
  return (
    <div className="grid gap-4">
      <CopyField label={label} value={url} />
      <div className="flex flex-wrap gap-x-1.5 gap-y-2.5">
        <ButtonLink
          href={url.replace(/^https?:/, "webcal:")}
          variant="secondary"
          size="small"
          className="min-h-11"
        >
          Subscribe
        </ButtonLink>
        <FeedVerb action={action} intent="replace-feed">
          Replace
        </FeedVerb>
        <FeedVerb action={action} intent="remove-feed">
          Remove
        </FeedVerb>
      </div>
      <p className="text-moss text-sm">
        Replacing or removing it turns the old address off right away, wherever it’s in use.
      </p>
    </div>
  );
}

type VerbProps = { action: string; intent: string; variant?: "secondary" | "ghost"; children: string };

function FeedVerb({ variant = "ghost", ...verb }: VerbProps) {
  const { formData } = useNavigation();
  return <IntentButton {...verb} variant={variant} pending={formData?.get("intent") === verb.intent} />;
}
