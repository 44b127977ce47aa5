import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { withRedirect } from "~/features/identity/sign-in/rules";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { ownerSchema } from "~/features/office/setup/forms";
import { isFirstOwnerKey, startCompany } from "~/features/office/setup/start.server";
import { SETUP_PAGE } from "~/features/office/setup/steps";
import { OwnerFields, type Refused } from "~/features/office/setup/ui/owner-fields";
import { requestContext, startingOverContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { checkForm, firstErrors, readForm } from "~/platform/request/form.server";
import { Button } from "~/ui/action/button";
import type { Route } from "./+types/start";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Start your company", "The first account of a new site.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

const keyOf = (request: Request) => new URL(request.url).searchParams.get("key") ?? "";

/** Opens with the key that the program prints at its start, as long as nobody owns the site. */
export async function loader({ request, context }: Route.LoaderArgs) {
  if (!(await isFirstOwnerKey(requestContext(context), keyOf(request)))) throw data(null, { status: 404 });
  return null;
}

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requestContext(context);
  const key = keyOf(request);
  if (!(await isFirstOwnerKey(ctx, key))) throw data(null, { status: 404 });
  const form = (await readForm(request)) ?? {};
  const { password: _, ...values } = form;
  const refuse = (errors: Record<string, string>) => data<Refused>({ values, errors }, 400);
  const submission = checkForm(form, ownerSchema);
  if (submission.status !== "success") return refuse(firstErrors(submission.error));
  const { auth } = context.get(startingOverContext);
  const outcome = await startCompany(ctx, auth, { ...submission.value, key });
  if (outcome.ok) {
    const toast = { title: "Your account is ready", description: "Log in, and the guide begins." };
    return redirectTo(context, withRedirect("/login", SETUP_PAGE), { toast });
  }
  if (outcome.reason === "no key") throw data(null, { status: 404 });
  return refuse({ [outcome.field]: outcome.message });
}

export default function Start({ actionData }: Route.ComponentProps) {
  return (
    <AuthPage
      heading="Start your company"
      lead="You become the owner. A guide then sets up the rest, step by step."
      scene="service-regular"
      toast={undefined}
    >
      <form method="post" noValidate className="mt-6 grid grid-cols-1 gap-5">
        <OwnerFields refused={actionData} />
        <Button type="submit">Create my account</Button>
      </form>
    </AuthPage>
  );
}
