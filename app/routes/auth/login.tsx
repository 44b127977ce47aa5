import { safePath } from "~/features/accounts/redirects";
import { signIn } from "~/features/accounts/sign-in.server";
import { signInSchema } from "~/features/accounts/forms";
import { authContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/flash.server";
import { readForm } from "~/platform/form.server";
import type { Route } from "./+types/login";
export async function action({ request, context }: Route.ActionArgs) {
  const form = (await readForm(request)) ?? {};
  const outcome = await signIn(requestContext(context), context.get(authContext), signInSchema.parse(form));
  if (!outcome.ok) return outcome;
  return redirectTo(context, safePath(new URL(request.url).searchParams.get("redirect")), { toast: { title: "Login successful!", description: "Welcome back!" }, reload: true });
}
export default function Page() {
  return <h1>To be written</h1>;
}
