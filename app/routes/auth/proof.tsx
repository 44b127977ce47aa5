import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { passkeyAnswer } from "~/features/identity/security/forms";
import { prove, proveWithPasskey, readProofMeans } from "~/features/identity/security/proof.server";
import { NoMeans, ProveFields } from "~/features/identity/security/ui/prove-fields";
import { passwordSchema, proofSchema } from "~/features/identity/sign-in/forms";
import { safePath } from "~/features/identity/sign-in/rules";
import { orFailure, refused, refusedByRateLimit } from "~/features/identity/sign-in/submit.server";
import { NO_ANSWER } from "~/features/identity/sign-in/ui/fields";
import { AuthFoot, AuthPage, authLink } from "~/features/identity/sign-in/ui/page";
import { PasskeyForm } from "~/features/identity/sign-in/ui/passkey-form";
import { allowContext, authContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { LiveForm } from "~/ui/live/live-form";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/proof";

const TITLE = "Confirm that it’s you";
const FAILED = "Not confirmed";
const WRONG_PASSKEY = "This passkey didn’t confirm it. Please try again, or use your password.";

export const meta: Route.MetaFunction = ({ matches, loaderData }) => [
  ...pageMeta(matches, TITLE, "A step before what is sensitive.", { noindex: true }),
  ...(loaderData?.proved ? [{ httpEquiv: "refresh", content: `0; url=${loaderData.to}` }] : []),
];

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

/** The page that the proof is for, on this site; `here` when a dialog asks, which stays where it is. */
function goalOf(request: Request) {
  const query = new URL(request.url).searchParams;
  return { to: safePath(query.get("to")), stays: query.has("here") };
}

/** A file is downloaded beside the page; nothing takes its place. */
const isFile = (path: string) => /\.csv(\?|$)|^\/admin\/backups\//.test(path);

/** Asks for a password, code or passkey before `?to=`, and goes there when one was given in the last 10 minutes. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  const { to, stays } = goalOf(request);
  const { proved, email } = ctx.actor;
  if (proved && !stays && !isFile(to)) throw redirectTo(context, to, { reload: true });
  return { to, proved: proved && !stays, means: await readProofMeans(ctx), email };
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const auth = context.get(authContext);
  const { to, stays } = goalOf(request);
  const done = () =>
    stays
      ? data({ proved: true as const })
      : redirectTo(context, isFile(to) ? `/proof?${new URLSearchParams({ to })}` : to, { reload: true });

  const form = (await readForm(request)) ?? {};
  const means = await readProofMeans(ctx);
  const submission = checkForm(form, means.code ? proofSchema : passwordSchema);
  if (form.response === undefined && submission.status !== "success") return data(refused(submission), 400);
  return orFailure(context, submission, FAILED, async () => {
    if (!(await context.get(allowContext)("account-change", ctx.actor.id)))
      return data(refusedByRateLimit(submission, FAILED), 429);
    if (form.response !== undefined) {
      const answer = passkeyAnswer.safeParse(form.response);
      const outcome = answer.success ? await proveWithPasskey(ctx, auth, answer.data) : null;
      if (outcome?.ok) return done();
      return data(
        refused(submission, { toast: { title: FAILED, description: WRONG_PASSKEY }, inline: true }),
        400,
      );
    }
    if (submission.status !== "success") return data(refused(submission), 400);
    const outcome = await prove(ctx, auth, submission.value);
    if (outcome.ok) return done();
    return data(refused(submission, { fieldErrors: { [outcome.field]: [outcome.message] } }), 400);
  });
}

export default function ProofPage({
  loaderData: { to, proved, means, email },
  actionData,
}: Route.ComponentProps) {
  const answer = actionData && !("proved" in actionData) ? actionData : undefined;
  const back = isFile(to)
    ? to.replace(/\.csv(?=\?|$)/, "").replace(/^\/admin\/backups\/.*/, "/admin/settings/advanced")
    : to;
  if (proved)
    return (
      <AuthPage heading="Your download starts now" lead="It’s you: thank you." scene="service-exterior">
        <div className="mt-7 flex flex-wrap gap-3">
          <ButtonLink href={back}>Go back</ButtonLink>
          <ButtonLink href={to} variant="secondary">
            Download again
          </ButtonLink>
        </div>
      </AuthPage>
    );
  return (
    <AuthPage
      heading={TITLE}
      lead="This could change who has access or where money and data go. We won’t ask again for 10 minutes."
      scene="service-exterior"
      toast={answer?.toast}
    >
      {means.password ? (
        <LiveForm id="proof" failed={{ title: FAILED, description: NO_ANSWER }} className="mt-7 grid gap-5">
          <Refusal toast={answer?.toast} inline={answer?.inline} />
          <ProveFields id="proof" means={means} email={email} answer={answer} />
          <Button type="submit" size="large" data-pending-text="Checking..." className="w-full">
            Confirm
          </Button>
        </LiveForm>
      ) : (
        !means.passkey && (
          <div className="mt-7">
            <NoMeans />
          </div>
        )
      )}
      {means.passkey && <PasskeyForm label="Confirm with a passkey" otherwise="use your password" />}
      <AuthFoot>
        <a href={back} className={authLink}>
          Go back
        </a>
      </AuthFoot>
    </AuthPage>
  );
}
