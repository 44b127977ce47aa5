/**
 * A person's own address of a calendar, with buttons to make, replace and remove it. The address is shown only right after it
 * was made; later there is only when it was made and last read. Its forms post the intents 'create-feed', 'replace-feed' and
 * 'remove-feed' to `action`.
 *
 *   <FeedAddress address={address} made={actionData?.url} action="/profile?tab=upcoming-cleans" />
 */
import { useNavigation } from "react-router";
import { Notice } from "~/ui/page/notice";
import { ButtonLink } from "./button-link";
import { CopyField } from "./copy-field";
import { IntentButton } from "./intent-button";

export type AddressProps = {
  /** When it was made and last read; null while there is none. */
  address: { made: string; last_read: string | null } | null;
  /** The address, if it was made just now. */
  made: string | undefined;
  /** An address from before addresses belonged to people has stopped working. */
  stopped?: boolean;
};

type Props = AddressProps & { action: string; label?: string };

export function FeedAddress({ address, made, stopped, action, label = "Your private address" }: Props) {
  if (!address)
    return (
      <div className="grid gap-4">
        {stopped && (
          <Notice title="The shared address no longer works">
            Everyone now has an address of their own. Make yours and subscribe to it again.
          </Notice>
        )}
        <FeedVerb action={action} intent="create-feed" variant="secondary">
          Make private address
        </FeedVerb>
      </div>
    );
  return (
    <div className="grid gap-4">
      {made ? (
        <>
          <CopyField label={label} value={made} />
          <p className="text-moss">Copy it now. We store only a fingerprint and can't show it again.</p>
        </>
      ) : (
        <p>
          Made {address.made}. {address.last_read ? `Last read ${address.last_read}.` : "Not read yet."}
        </p>
      )}
      <div className="flex flex-wrap gap-x-1.5 gap-y-2.5">
        {made && (
          <ButtonLink
            href={made.replace(/^https?:/, "webcal:")}
            variant="secondary"
            size="small"
            className="min-h-11"
          >
            Subscribe
          </ButtonLink>
        )}
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
