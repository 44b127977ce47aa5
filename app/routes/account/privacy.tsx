import { data } from "react-router";
import { forgottenDraft } from "~/features/booking/checkout/draft";
import { pageMeta } from "~/features/content/site/page-meta";
import { eraseAccount, readErasure } from "~/features/identity/privacy/erase.server";
import { eraseSchema } from "~/features/identity/privacy/forms";
import { DeleteCard, DownloadCard } from "~/features/identity/privacy/ui/cards";
import { allowContext, authContext, cookiesContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/privacy";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Your data", "Download everything we have about you, or delete your account.", {
    noindex: true,
  });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  return { email: ctx.actor.email, ...(await readErasure(ctx)) };
}

/** Deletes the account and signs out. Also deletes the browser's booking draft. */
export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const auth = context.get(authContext);
  const submission = checkForm(await readForm(request), eraseSchema(await readErasure(ctx)));
  const refuse = (
    status: number,
    errors: { formErrors?: string[]; fieldErrors?: Record<string, string[]> },
  ) =>
    data(
      {
        obstacle: null,
        result: submission.reply({ ...errors, hideFields: Object.keys(submission.payload) }),
      },
      status,
    );
  if (submission.status !== "success") return refuse(400, {});
  if (!(await context.get(allowContext)("account-change", ctx.actor.id))) {
    return refuse(429, { formErrors: ["Too many attempts. Please wait 15 minutes and try again."] });
  }
  const outcome = await eraseAccount(ctx, auth, submission.value);
  if (!outcome.ok) {
    return outcome.reason === "wrong"
      ? refuse(400, { fieldErrors: { [outcome.field]: [outcome.message] } })
      : data({ obstacle: outcome.obstacle, result: undefined }, 409);
  }
  await auth.signOut();
  context.get(cookiesContext).push(...forgottenDraft({ secure: ctx.origin.startsWith("https:") }));
  const toast = { title: "Account deleted", description: "Your personal information has been removed." };
  return redirectTo(context, "/", { toast, reload: true });
}

export default function Privacy({ loaderData, actionData }: Route.ComponentProps) {
  return (
    <Container narrow className="py-8 md:py-12">
      <BackLink to="/profile" label="My Profile" reload />
      <h1 className="mt-2 mb-7 text-title">Your data</h1>
      <div className="grid gap-6">
        <DownloadCard />
        <DeleteCard
          {...loaderData}
          obstacle={actionData?.obstacle ?? loaderData.obstacle}
          refused={Boolean(actionData?.obstacle)}
          result={actionData?.result}
        />
      </div>
    </Container>
  );
}
