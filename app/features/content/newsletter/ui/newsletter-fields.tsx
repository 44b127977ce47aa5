import { newsletterSchema } from "~/features/content/newsletter/forms";
import { fieldRules } from "~/lib/field-rules";
import { TOKEN_FIELD } from "~/lib/spam-fields";
import { Button } from "~/ui/action/button";
import { SpamGuard } from "~/ui/form/spam-guard";
import { TextField } from "~/ui/form/text-field";
import { LiveForm } from "~/ui/live/live-form";
import { Notice } from "~/ui/page/notice";
import newsletterToken from "./newsletter-token.ts?url";

const FORM_ID = "newsletter-form";
const rules = fieldRules(newsletterSchema);

type Props = {
  /** Path that the visitor returns to. */
  from: string;
  /** Absent on cached pages: script fetches one. */
  token?: string;
  values?: { email?: string };
  errors?: { email?: string[] };
  /** Error that is not about the address. */
  notice?: string;
  failed?: boolean;
  className?: string;
};

/** Address field and button, once per page. Without token and values it holds no visitor's data. */
export function NewsletterFields({ from, token, values, errors, notice, failed, className }: Props) {
  return (
    <LiveForm
      id={FORM_ID}
      action="/newsletter"
      failed={{
        title: "You are not subscribed yet",
        description: "We couldn’t reach the site. Please try again.",
      }}
      hasFailed={failed}
      className={className}
    >
      <input type="hidden" name="from" value={from} />
      <SpamGuard token={token} />
      {!token && <FetchedToken />}
      {notice && (
        <Notice tone="error" className="mb-4">
          {notice}
        </Notice>
      )}
      <div className="flex items-start gap-3 max-sm:flex-col">
        <TextField
          id={`${FORM_ID}-email`}
          label="Email address"
          type="email"
          name="email"
          placeholder="Enter your email"
          autoComplete="email"
          defaultValue={values?.email}
          error={errors?.email}
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

function FetchedToken() {
  return (
    <>
      <input type="hidden" name={TOKEN_FIELD} defaultValue="" data-token-from="/newsletter/token" />
      <script type="module" async src={newsletterToken} />
    </>
  );
}
