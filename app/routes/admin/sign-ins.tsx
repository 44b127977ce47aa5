import LogIn from "lucide-react/icons/log-in";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { SIGN_IN_LIST } from "~/features/office/sign-ins/list";
import { signInList } from "~/features/office/sign-ins/list.server";
import { SignInTable } from "~/features/office/sign-ins/ui/table";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/sign-ins";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, SIGN_IN_LIST.title, SIGN_IN_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = signInList.load;

export default function SignIns({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage spec={SIGN_IN_LIST} {...loaderData} icon={LogIn}>
      {({ rows }) => <SignInTable rows={rows} />}
    </ListPage>
  );
}
