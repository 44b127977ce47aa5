import type { ReactNode } from "react";
import { DemoBar } from "~/ui/page/demo-bar";
import type { HeaderUser } from "./links";
import { type FooterCompany, SiteFooter } from "./site-footer";
import { SiteHeader } from "./site-header";

/** Frame of every public page: skip link, header, page, footer. */
export function SiteFrame({
  company,
  user,
  year,
  children,
}: {
  company: FooterCompany;
  user: HeaderUser;
  year: number;
  children: ReactNode;
}) {
  return (
    <>
      <a
        href="#content"
        className="fixed top-2 left-2 z-50 -translate-y-20 rounded-control bg-evergreen-700 px-4 py-2.5 font-semibold text-snow focus:translate-y-0 print:hidden"
      >
        Skip to content
      </a>
      {company.is_demo && <DemoBar />}
      <SiteHeader company={company} user={user} />
      <main id="content" tabIndex={-1} className="flex-1 outline-none">
        {children}
      </main>
      <SiteFooter company={company} year={year} />
    </>
  );
}
