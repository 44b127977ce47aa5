import { signUp } from "~/features/accounts/sign-up.server";
import { signUpSchema } from "~/features/accounts/forms";
import { authContext, requestContext } from "~/platform/context.server";
import { readForm } from "~/platform/form.server";
import type { Route } from "./+types/signup";
export async function action({ request, context }: Route.ActionArgs) {
  const form = (await readForm(request)) ?? {};
  return signUp(requestContext(context), context.get(authContext), signUpSchema.parse(form));
}
export default function Page() {
  return <h1>To be written</h1>;
}
