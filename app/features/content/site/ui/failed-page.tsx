import { isRouteErrorResponse } from "react-router";
import { PROOF_NEEDED } from "~/lib/proof-needed";
import type { SentForm } from "~/ui/action/send-again";
import { LinkEndedScene, NotFoundScene, SignedOutScene, TroubleScene, UnprovedScene } from "./scenes";
import { SiteFrame } from "./site-frame";

type Props = {
  error: unknown;
  /** Undefined if the settings could not be read. The page then has no frame. */
  site: (Omit<Parameters<typeof SiteFrame>[0], "children"> & { form?: SentForm | null }) | undefined;
};

/** Error page in the site's design, without error details. */
export function FailedPage({ error, site }: Props) {
  const form = formOfSignedOut(error);
  const scene = isMissing(error) ? (
    <NotFoundScene />
  ) : isEndedLink(error) ? (
    <LinkEndedScene phone={site?.company.phone} />
  ) : isUnproved(error) ? (
    <UnprovedScene form={site?.form ?? null} />
  ) : form ? (
    <SignedOutScene form={form} />
  ) : (
    <TroubleScene phone={site?.company.phone} form={site?.form} />
  );
  return (
    <>
      <FailedHead error={error} company={site?.company.company_name} />
      {site ? (
        <SiteFrame company={site.company} user={site.user} year={site.year}>
          {scene}
        </SiteFrame>
      ) : (
        <main>{scene}</main>
      )}
    </>
  );
}

/** Title of an error page. Excluded from search engines. */
export function FailedHead({ error, company }: { error: unknown; company: string | undefined }) {
  const title = isMissing(error)
    ? "Page not found"
    : formOfSignedOut(error)
      ? "You have been signed out"
      : isEndedLink(error)
        ? "This link no longer works"
        : isUnproved(error)
          ? "Confirm that it’s you"
          : "Something went wrong";
  return (
    <>
      <title>{[title, company].filter(Boolean).join(" | ")}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}

/** The form sent after the session had ended (gate.server.ts). */
function formOfSignedOut(error: unknown): SentForm | null {
  return isRouteErrorResponse(error) && error.status === 401 ? (error.data?.form ?? null) : null;
}

/** Whether a guest link was ended or is too old (gate.server.ts). */
function isEndedLink(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 410;
}

/** Whether the form takes a fresh proof first (gate.server.ts). */
function isUnproved(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === PROOF_NEEDED;
}

/** Whether the error is a 404. */
export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
