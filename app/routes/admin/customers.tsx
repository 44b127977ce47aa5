import UsersRound from "lucide-react/icons/users-round";
import { Link } from "react-router";
import { pageHeaders, pageMeta } from "~/features/content/site/page-meta";
import { FOUND_CODES_PAGE } from "~/features/customers/codes/rules";
import { DUPLICATES_PAGE } from "~/features/customers/merges/rules";
import { CUSTOMER_LIST } from "~/features/customers/office/list";
import { customerList } from "~/features/customers/office/list.server";
import { CustomerTable } from "~/features/customers/office/ui/customer-table";
import { IMPORTS_PAGE } from "~/features/moving/rules";
import { buttonLook } from "~/ui/action/button-look";
import { Allowed } from "~/ui/allowed";
import { ListPage } from "~/ui/list/list-page";
import type { Route } from "./+types/customers";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, CUSTOMER_LIST.title, CUSTOMER_LIST.about, { noindex: true });

export const headers = pageHeaders;

export const loader = customerList.load;

export default function Customers({ loaderData }: Route.ComponentProps) {
  return (
    <ListPage
      spec={CUSTOMER_LIST}
      {...loaderData}
      icon={UsersRound}
      actions={
        <span className="flex flex-wrap gap-2">
          <Allowed to="customers.merge">
            <Link to={DUPLICATES_PAGE} className={buttonLook({ variant: "ghost", size: "small" })}>
              Possible duplicates
            </Link>
          </Allowed>
          <Allowed to="codes.read">
            <Link to={FOUND_CODES_PAGE} className={buttonLook({ variant: "ghost", size: "small" })}>
              Codes in notes
            </Link>
          </Allowed>
          <Allowed to="imports.read">
            <Link to={IMPORTS_PAGE} className={buttonLook({ variant: "ghost", size: "small" })}>
              Imports
            </Link>
          </Allowed>
          <Allowed to="customers.edit">
            <Link to={`${CUSTOMER_LIST.path}/new`} className={buttonLook({ size: "small" })}>
              New customer
            </Link>
          </Allowed>
        </span>
      }
    >
      {({ rows, open, hrefOf, sortBy }) => (
        <CustomerTable rows={rows} open={open} hrefOf={hrefOf} sort={sortBy("joined")} />
      )}
    </ListPage>
  );
}
