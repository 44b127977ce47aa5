import { z } from "zod";

/** The demo company, or a company of one's own. */
const SITE_KINDS = ["demo", "own"] as const;
export type SiteKind = (typeof SITE_KINDS)[number];

/** What the site of a new company says until the guide is gone through. The number and the address reach nobody. */
export const UNNAMED = {
  company_name: "Your Company",
  contact_email: "hello@yourcompany.example",
  company_description: "Professional cleaning for homes and businesses.",
  phone: "(555) 555-0100",
} as const;

/**
 * The company's phone as sentences say it: "Call us at (603) 555-0142", or "at our phone number" before there is one. That can't be
 * dialed (`isDialable`), so nothing shows it as a number.
 */
export function phoneWords(phone: string): string {
  return phone === UNNAMED.phone ? "our phone number" : phone;
}

/** The company's phone where it is shown by itself; null before there is one. */
export function dialableOf(phone: string): string | null {
  return phone === UNNAMED.phone ? null : phone || null;
}

const flag = z.enum(["true", "false"]).transform((value) => value === "true");

const optionalAddress = z.union([z.literal(""), z.url({ protocol: /^https$/ })]);

/** The settings of a whole postal address. */
export const POSTAL_ADDRESS = ["general.street", "general.city", "general.state", "general.zip"] as const;

/** Settings of the site itself: what it is, how far its guide is, how it looks, and where else the company is. */
export const siteShape = {
  "site.kind": z.enum(SITE_KINDS).default("own"),
  /** Whether emails go out; `held` since an export was taken back, until an owner switches them on. */
  "site.emails": z.enum(["on", "held"]).default("on"),
  /** Whether the guide and its checklist are shown to owners and managers. */
  "setup.open": flag.default(false),
  /** The steps that were gone through; see `parseSteps` (office/setup). */
  "setup.steps": z.string().default(""),
  /** Whether the birch or the first letters of the company's name stand beside it. */
  "brand.mark": z.enum(["birch", "letters"]).default("birch"),
  /** The accent color, "#rrggbb"; empty: the green of the birch. */
  "brand.accent": z.union([z.literal(""), z.string().regex(/^#[0-9a-f]{6}$/)]).default(""),
  /** The logo (`parseLogo`); empty: none. The row names its file. */
  "brand.logo": z.string().default(""),
  /** The postal address; each part may be missing. */
  "general.street": z.string().default(""),
  "general.city": z.string().default(""),
  "general.state": z.string().default(""),
  "general.zip": z.string().default(""),
  /** What the company may say of itself: that it carries liability insurance, and that it checks who joins a crew. */
  "general.insured": flag.default(false),
  "general.background_checks": flag.default(false),
  "general.social_facebook": optionalAddress.default(""),
  "general.social_instagram": optionalAddress.default(""),
  "general.social_x": optionalAddress.default(""),
};

export const SITE_LABELS = {
  "site.kind": "kind of site",
  "site.emails": "emails after an export was taken back",
  "setup.open": "setup guide",
  "setup.steps": "steps of the setup guide",
  "brand.mark": "mark beside the company name",
  "brand.accent": "accent color",
  "brand.logo": "logo",
  "general.street": "street of the company",
  "general.city": "city of the company",
  "general.state": "state of the company",
  "general.zip": "ZIP code of the company",
  "general.insured": "that the company is insured",
  "general.background_checks": "that crews are background-checked",
  "general.social_facebook": "Facebook page",
  "general.social_instagram": "Instagram page",
  "general.social_x": "X page",
} as const;
