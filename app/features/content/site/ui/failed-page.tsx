import { isRouteErrorResponse } from "react-router";
import type { SentForm } from "~/ui/send-again";
import { NotFoundScene, SignedOutScene, TroubleScene } from "./scenes";
import { SiteFrame } from "./site-frame";

type Props = {
  error: unknown;
  /** Missing when not even the settings could be read: then there is no frame either. */
  site: (Omit<Parameters<typeof SiteFrame>[0], "children"> & { form?: SentForm | null }) | undefined;
};

/** In place of a page that failed: the same look, no detail of what went wrong. */
export function FailedPage({ error, site }: Props) {
  const form = formOfSignedOut(error);
  const scene = isMissing(error) ? (
    <NotFoundScene />
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

/** The title of a page that failed; no search engine keeps it. */
export function FailedHead({ error, company }: { error: unknown; company: string | undefined }) {
  const title = isMissing(error)
    ? "Page not found"
    : formOfSignedOut(error)
      ? "You have been signed out"
      : "Something went wrong";
  return (
    <>
      <title>{[title, company].filter(Boolean).join(" | ")}</title>
      <meta name="robots" content="noindex" />
    </>
  );
}

/** The form that somebody sent after their session had ended (gate.server.ts). */
function formOfSignedOut(error: unknown): SentForm | null {
  return isRouteErrorResponse(error) && error.status === 401 ? (error.data?.form ?? null) : null;
}

/** Whether there is nothing at the address, rather than something that failed. */
export function isMissing(error: unknown): boolean {
  return isRouteErrorResponse(error) && error.status === 404;
}
