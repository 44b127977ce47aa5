import { fieldRules } from "~/lib/field-rules";
import { Button } from "~/ui/button";
import { LiveForm } from "~/ui/live-form";
import { SpamGuard } from "~/ui/spam-guard";
import { TextField } from "~/ui/text-field";
import { newsletterSchema } from "../forms";

const FORM_ID = "newsletter-form";
const rules = fieldRules(newsletterSchema);

/** What was typed, and what is wrong with it. */
type NewsletterAnswer = { email: string; error: string };

type Props = {
  /** The path of this site that the visitor comes back to. */
  from: string;
  answer?: NewsletterAnswer | undefined;
  className?: string;
};

/** An address and a button, once a page. Holds nothing personal, so that the page around it can be cached. */
export function NewsletterFields({ from, answer, className }: Props) {
  return (
    <LiveForm
      id={FORM_ID}
      action="/newsletter"
      failed={{ title: "You are not subscribed yet", description: "No answer came. Please try again." }}
      className={className}
    >
      <input type="hidden" name="from" value={from} />
      <SpamGuard />
      <div className="flex items-start gap-3 max-sm:flex-col">
        <TextField
          id={`${FORM_ID}-email`}
          label="Email address"
          type="email"
          name="email"
          placeholder="Enter your email"
          autoComplete="email"
          defaultValue={answer?.email}
          error={answer?.error}
          {...rules.email}
          className="w-full flex-1 [&>label]:sr-only"
        />
        <Button
          type="submit"
          data-pending-text="Subscribing..."
          className="min-h-12 max-sm:w-full sm:min-w-34"
        >
          Subscribe
        </Button>
      </div>
    </LiveForm>
  );
}
