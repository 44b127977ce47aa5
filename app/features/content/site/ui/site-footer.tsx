import { Container } from "~/ui/container";
import { cx } from "~/ui/cx";
import { LenticelDivider } from "~/ui/lenticel-divider";
import { PhoneLink } from "~/ui/phone-link";
import { Brand } from "./brand";
import { footerColumns } from "./links";
import { SocialLinks } from "./social-links";

export type FooterCompany = {
  company_name: string;
  company_description: string;
  contact_email: string;
  phone: string;
};

/** On every page. `year` is the current one in the company's time zone. */
export function SiteFooter({ company, year }: { company: FooterCompany; year: number }) {
  return (
    <footer className="mt-auto border-line border-t print:hidden">
      <Container className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-10 py-14 sm:grid-cols-3 sm:gap-y-12 lg:grid-cols-[1.7fr_1fr_1fr_1fr] lg:py-20">
        <div className="col-span-full gap-x-8 sm:max-lg:flex sm:max-lg:justify-between lg:col-span-1">
          <div className="sm:max-lg:shrink-0">
            <Brand name={company.company_name} />
            <p className="wrap-anywhere mt-5 max-w-xs text-moss">{company.company_description}</p>
          </div>
          <div className="min-w-0">
            <address className="mb-3 not-italic max-sm:mt-4 lg:mt-4">
              <span className="flex min-h-9 items-center">Pittsfield, NH</span>
              <PhoneLink phone={company.phone} className={linkLook} />
              <br />
              <a href={`mailto:${company.contact_email}`} className={cx(linkLook, "wrap-anywhere")}>
                {company.contact_email}
              </a>
            </address>
            <SocialLinks />
          </div>
        </div>
        {footerColumns.map(({ heading, links }) => (
          <nav key={heading} aria-label={heading}>
            <h2 className="font-sans font-semibold text-[0.9375rem]">{heading}</h2>
            <ul className="mt-3">
              {links.map(({ href, label }) => (
                <li key={label}>
                  <a href={href} className={linkLook}>
                    {label}
                  </a>
                </li>
              ))}
            </ul>
          </nav>
        ))}
      </Container>
      <Container className="pb-8">
        <LenticelDivider className="w-full text-line" />
        <p className="mt-6 text-[0.9375rem] text-moss">
          © {year} {company.company_name}. All rights reserved.
        </p>
      </Container>
    </footer>
  );
}

const linkLook =
  "inline-flex min-h-9 items-center text-moss underline-offset-4 transition-colors hover:text-evergreen-700 hover:underline";
