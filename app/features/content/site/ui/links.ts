export type HeaderUser = { is_staff: boolean } | null;

export type SiteLink = { href: string; label: string };

/** Links in the header and the mobile menu (spec section 2). */
export const mainLinks: SiteLink[] = [
  { href: "/", label: "Home" },
  { href: "/services", label: "Services" },
  { href: "/about", label: "About" },
  { href: "/contact", label: "Contact" },
];

/** The demo's services (spec section 2). Another company may offer none of them. */
const demoServices: SiteLink[] = [
  { href: "/services", label: "Residential Cleaning" },
  { href: "/services", label: "Commercial Cleaning" },
  { href: "/services", label: "Deep Cleaning" },
  { href: "/services", label: "Move In/Out Cleaning" },
];

const ownServices: SiteLink[] = [
  { href: "/services", label: "Services and Prices" },
  { href: "/book", label: "Book Online" },
];

export const footerColumns = (company: { is_demo: boolean }): { heading: string; links: SiteLink[] }[] => [
  { heading: "Services", links: company.is_demo ? demoServices : ownServices },
  {
    heading: "Company",
    links: [
      { href: "/about", label: "About" },
      { href: "/careers", label: "Careers" },
      { href: "/blog", label: "Blog" },
      { href: "/gift-cards", label: "Gift Cards" },
      { href: "/contact", label: "Contact" },
      { href: "/faq", label: "FAQ" },
    ],
  },
  {
    heading: "Legal",
    links: [
      { href: "/privacy", label: "Privacy" },
      { href: "/terms", label: "Terms" },
      { href: "/security-policy", label: "Security" },
    ],
  },
];
