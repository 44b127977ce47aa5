import { authContext } from "~/platform/context.server";
import type { Route } from "./+types/auth-callback";

/** Where Google and Facebook send the browser back to; the rest of Better Auth's endpoints stay closed. */
export const loader = ({ request, context }: Route.LoaderArgs) => context.get(authContext).callback(request);
export const action = ({ request, context }: Route.ActionArgs) => context.get(authContext).callback(request);
