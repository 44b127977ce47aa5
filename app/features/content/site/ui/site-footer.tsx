import { isDialable } from "~/lib/phone";
import { addressLines, type CompanyAddress } from "~/lib/postal-address";
import { LenticelDivider } from "~/ui/art/lenticel-divider";
import { cx } from "~/ui/cx";
import { Container } from "~/ui/page/container";
import { PhoneLink } from "~/ui/page/phone-link";
import { footerColumns } from "./links";
import { Brand, type NamedBrand } from "./site-header";

export type FooterCompany = NamedBrand & {
  is_demo: boolean;
  company_description: string;
  contact_email: string;
  phone: string;
  address: CompanyAddress;
  socials: Record<(typeof networks)[number]["network"], string>;
};

/** Footer of every page. `year` is the current one in the company's time zone. */
export function SiteFooter({ company, year }: { company: FooterCompany; year: number }) {
  return (
    <footer className="mt-auto border-line border-t print:hidden">
      <Container className="grid grid-cols-[auto_1fr] gap-x-8 gap-y-10 py-14 sm:grid-cols-3 sm:gap-y-12 lg:grid-cols-[1.7fr_1fr_1fr_1fr] lg:py-20">
        <div className="col-span-full gap-x-8 sm:max-lg:flex sm:max-lg:justify-between lg:col-span-1">
          <div className="sm:max-lg:shrink-0">
            <Brand {...company} />
            <p className="wrap-anywhere mt-5 max-w-xs text-moss">{company.company_description}</p>
          </div>
          <div className="min-w-0">
            <address className="mb-3 not-italic max-sm:mt-4 lg:mt-4">
              {addressLines(company.address).map((line) => (
                <span key={line} className="wrap-anywhere block py-1.5 leading-6">
                  {line}
                </span>
              ))}
              {isDialable(company.phone) && (
                <>
                  <PhoneLink phone={company.phone} className={linkLook} />
                  <br />
                </>
              )}
              <a href={`mailto:${company.contact_email}`} className={cx(linkLook, "wrap-anywhere")}>
                {company.contact_email}
              </a>
            </address>
            <SocialLinks socials={company.socials} />
          </div>
        </div>
        {footerColumns(company).map(({ heading, links }) => (
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

/** The networks, with icons in the site's line style. */
const networks = [
  {
    network: "facebook",
    name: "Facebook",
    mark: <path d="M17 3h-2.5A4.5 4.5 0 0 0 10 7.5V10H7v4h3v7h4v-7h3l1-4h-4V7.5a.5.5 0 0 1 .5-.5H17Z" />,
  },
  {
    network: "instagram",
    name: "Instagram",
    mark: (
      <>
        <rect x="3.5" y="3.5" width="17" height="17" rx="5" />
        <circle cx="12" cy="12" r="4" />
        <path d="M16.8 7.2h.01" />
      </>
    ),
  },
  {
    network: "x",
    name: "X",
    mark: <path d="M4 4h4.2L20 20h-4.2ZM19 4l-6.3 7M5 20l6.3-7" />,
  },
] as const;

/** Links to those networks that the company entered. */
function SocialLinks({ socials }: Pick<FooterCompany, "socials">) {
  const entered = networks.filter(({ network }) => socials[network]);
  if (entered.length === 0) return null;
  return (
    <ul className="-ml-2.5 flex gap-1">
      {entered.map(({ network, name, mark }) => (
        <li key={name}>
          <a
            href={socials[network]}
            rel="noopener"
            className="grid size-11 place-items-center rounded-full text-moss transition-colors duration-150 hover:bg-sage-soft hover:text-evergreen-700"
          >
            <svg
              viewBox="0 0 24 24"
              aria-hidden="true"
              className="size-5 fill-none stroke-current stroke-[1.75] [stroke-linecap:round] [stroke-linejoin:round]"
            >
              {mark}
            </svg>
            <span className="sr-only">{name}</span>
          </a>
        </li>
      ))}
    </ul>
  );
}
