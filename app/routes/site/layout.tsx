import { Outlet, useRouteLoaderData } from "react-router";
import { SiteFrame } from "~/features/site/ui/site-frame";
import type { loader } from "~/root";

/** Header and footer around every public page. */
export default function SiteLayout() {
  const site = useRouteLoaderData<typeof loader>("root");
  if (!site) return <Outlet />;
  return (
    <SiteFrame company={site.company} user={site.user} year={site.year}>
      <Outlet />
    </SiteFrame>
  );
}
