/**
 * A form on a page without React. It posts to its own route; with script (live-forms.ts) it is checked while typing and
 * answered in place. Its fields are TextField and TextareaField with the rules of their schema (app/lib/field-rules.ts).
 *
 *   <LiveForm id="contact" action="/contact" pendingMs={1500} failed={{ title: "Your message could not be sent." }}>
 *     <TextField label="Email" name="email" type="email" {...rules.email} error={errors.email} />
 *     <Button type="submit" data-pending-text="Sending...">Send Message</Button>
 *   </LiveForm>
 *
 * action      by default the page's own address
 * failed      the toast when there is no response; `hasFailed` shows it at once
 * spacious    for long texts: sent as multipart, which is shorter
 */
import type { ReactNode } from "react";
import type { ToastMessage } from "~/lib/toast-message";
import { LenticelShimmer } from "~/ui/art/lenticel-shimmer";
import { StillToast } from "~/ui/page/flash-toast";
import liveForms from "./live-forms.ts?url";

type Props = {
  id: string;
  action?: string;
  pendingMs?: number;
  failed: Omit<ToastMessage, "destructive">;
  hasFailed?: boolean;
  spacious?: boolean;
  className?: string;
  children: ReactNode;
};

export function LiveForm({ id, action, pendingMs, failed, hasFailed, spacious, className, children }: Props) {
  return (
    <>
      <form
        id={id}
        method="post"
        action={action}
        encType={spacious ? "multipart/form-data" : undefined}
        noValidate
        data-live=""
        data-pending-ms={pendingMs}
        className={className}
      >
        {children}
      </form>
      <template data-pending-mark="">
        <LenticelShimmer className="animate-appear" />
      </template>
      <StillToast toast={{ ...failed, destructive: true }} data-failed={id} hidden={!hasFailed} />
      <LiveFormScript />
    </>
  );
}

/** For a page that fetches its form later, such as in a dialog. */
export function LiveFormScript() {
  return <script type="module" async src={liveForms} />;
}
