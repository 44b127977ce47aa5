import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { SERVER_ERROR } from "~/features/identity/sign-in/submit.server";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { readUndo, undoSettings } from "~/features/operations/settings/undo.server";
import { requestContext } from "~/platform/context.server";
import { orElse } from "~/platform/faults.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/undo-settings";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Undo a change of the settings", "From an email to the owners.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

function linkOf(request: Request) {
  const query = new URL(request.url).searchParams;
  return { id: query.get("id") ?? "", key: query.get("key") ?? "" };
}

/** Opening the link changes nothing. The button does. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const undo = await readUndo(requestContext(context), linkOf(request));
  return data({ undo }, undo ? 200 : 404);
}

export function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  return orElse(
    ctx.log,
    "a change of the settings could not be undone",
    async () => {
      const undo = await undoSettings(ctx, linkOf(request));
      return data({ trouble: null }, undo ? 200 : 404);
    },
    () => data({ trouble: SERVER_ERROR }, 503),
  );
}

export default function UndoSettings({ loaderData: { undo }, actionData }: Route.ComponentProps) {
  if (!undo) {
    return (
      <Page
        heading="This link doesn’t work"
        lead="Part of it is missing. Please open it again from the email."
      />
    );
  }
  const what = undo.part;
  if (undo.state === "undone") {
    return (
      <Page
        heading="The change is undone"
        lead={`The old ${what} is back, and the account that changed it has been signed out everywhere. If the change wasn’t planned, set a new password for that account.`}
      />
    );
  }
  if (undo.state === "expired") {
    return (
      <Page
        heading="This link has expired"
        lead={`It worked for 72 hours. Log in and change the ${what} in the settings.`}
      />
    );
  }
  return (
    <AuthPage
      heading={`Put the old ${what} back?`}
      lead="The account that changed it is signed out everywhere, because somebody else may be using it."
      scene="service-exterior"
    >
      <form method="post" className="mt-7 grid gap-3">
        {actionData?.trouble && <Notice tone="error">{actionData.trouble}</Notice>}
        <Button type="submit" size="large">
          Put it back
        </Button>
        <ButtonLink href="/" size="large" variant="ghost">
          Keep the change
        </ButtonLink>
      </form>
    </AuthPage>
  );
}

function Page({ heading, lead }: { heading: string; lead: string }) {
  return (
    <AuthPage heading={heading} lead={lead} scene="service-exterior">
      <div className="mt-7 grid gap-3">
        <ButtonLink href="/login?redirect=%2Fadmin%2Fsettings" size="large">
          Log in
        </ButtonLink>
      </div>
    </AuthPage>
  );
}
