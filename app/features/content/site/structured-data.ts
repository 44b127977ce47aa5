// Rooms: structured data names services (catalog), opening hours and area (scheduling) as the settings (operations) have them.
/** Structured data by schema.org. Pages pass these to `pageMeta({ structured })`. */
import type {
  Article,
  BreadcrumbList,
  FAQPage,
  Graph,
  HomeAndConstructionBusiness,
  ItemList,
  JobPosting,
  MonetaryAmount,
  Offer,
  Service as OfferedService,
  Place,
  PostalAddress,
  WithContext,
} from "schema-dts";
import { lowestPrice, needsEstimate, type Service } from "~/features/catalog/service";
import { type Brand, iconPath } from "~/features/operations/settings/brand/brand";
import type { Week } from "~/features/operations/settings/settings";
import { runsOfHours } from "~/features/scheduling/availability/opening-hours";
import type { Area } from "~/features/scheduling/roads/area";
import { isDialable } from "~/lib/phone";
import { type CompanyAddress, placeOf } from "~/lib/postal-address";

export type StructuredData =
  | Graph
  | WithContext<Article | BreadcrumbList | FAQPage | HomeAndConstructionBusiness | ItemList | JobPosting>;

/** Company settings used in structured data. */
export type Business = {
  company_name: string;
  company_description: string;
  contact_email: string;
  phone: string;
  default_currency: string;
  week: Week | null;
  address: CompanyAddress;
  area: Area;
  brand: Brand;
};

const CONTEXT = "https://schema.org";
const DAYS = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"] as const;
const METERS_PER_MILE = 1609.344;

/** Search engines want PNG; a wide logo that isn't one is shown as it is. */
function logoOf(brand: Brand): string {
  const { logo } = brand;
  return (logo?.file === "png" && logo.src) || iconPath(brand, "512") || "/icons/512.png";
}

const businessId = (origin: string) => `${origin}/#business`;
const employerOf = (company: Business, origin: string) =>
  ({ "@type": "Organization", "@id": businessId(origin), name: company.company_name, url: origin }) as const;

/** The company with its hours, and with address and area as far as they were entered. For the home, about and contact pages. */
export function localBusiness(company: Business, origin: string): WithContext<HomeAndConstructionBusiness> {
  return {
    "@context": CONTEXT,
    "@type": "HomeAndConstructionBusiness",
    "@id": businessId(origin),
    name: company.company_name,
    description: company.company_description,
    url: `${origin}/`,
    logo: origin + logoOf(company.brand),
    image: origin + (company.brand.share ?? logoOf(company.brand)),
    ...(isDialable(company.phone) && { telephone: company.phone }),
    email: company.contact_email,
    priceRange: "$$",
    currenciesAccepted: company.default_currency,
    ...located(company.address),
    ...served(company),
    openingHoursSpecification: runsOfHours(company.week).map(({ days, hours }) => ({
      "@type": "OpeningHoursSpecification" as const,
      dayOfWeek: days.map((day) => DAYS[day] ?? "Sunday"),
      opens: hours.opens,
      closes: hours.last_finish,
    })),
  };
}

/** Only what was entered. */
function located({ street, city, state, zip }: CompanyAddress): { address?: PostalAddress } {
  const entered = {
    ...(street && { streetAddress: street }),
    ...(city && { addressLocality: city }),
    ...(state && { addressRegion: state }),
    ...(zip && { postalCode: zip }),
  };
  if (Object.keys(entered).length === 0) return {};
  return { address: { "@type": "PostalAddress", ...entered, addressCountry: "US" } };
}

/** Where the company cleans by the rules of its area. Without rules it's the town of its address, if there is one. */
function served({ area, address }: Pick<Business, "area" | "address">): { areaServed?: Place | Place[] } {
  switch (area.mode) {
    case "zips":
      return {
        areaServed: area.zips.map((zip) => ({
          "@type": "Place",
          address: { "@type": "PostalAddress", postalCode: zip, addressCountry: "US" },
        })),
      };
    case "radius":
      return {
        areaServed: {
          "@type": "Place",
          geo: {
            "@type": "GeoCircle",
            geoMidpoint: { "@type": "GeoCoordinates", postalCode: area.base, addressCountry: "US" },
            geoRadius: Math.round(area.miles * METERS_PER_MILE),
          },
        },
      };
    case "anywhere":
      return address.city ? { areaServed: { "@type": "City", name: placeOf(address) } } : {};
  }
}

/** Services with their prices. One that needs an estimate has no price. */
export function serviceOffers(services: readonly Service[], company: Business, origin: string): Graph {
  return {
    "@context": CONTEXT,
    "@graph": services.map(
      (service): OfferedService => ({
        "@type": "Service",
        "@id": `${origin}/services#${service.id}`,
        name: service.title,
        description: service.description,
        serviceType: `${service.service_type === "commercial" ? "Commercial" : "Residential"} cleaning`,
        provider: employerOf(company, origin),
        ...served(company),
        ...(needsEstimate(service) ? {} : { offers: offerOf(service, company, origin) }),
      }),
    ),
  };
}

const UNIT_CODES = { hour: "HUR", month: "MON", visit: undefined, once: undefined };

/** A price, or the least that it can be (`minPrice`) if it depends on the home. */
function offerOf(service: Service, company: Business, origin: string): Offer {
  const { cents, per, varies } = lowestPrice(service);
  const price = (cents / 100).toFixed(2);
  const priceCurrency = company.default_currency;
  const unitCode = UNIT_CODES[per];
  const query = new URLSearchParams({ service: service.id, type: service.service_type });
  return {
    "@type": "Offer",
    url: `${origin}/book?${query}`,
    availability: "https://schema.org/InStock",
    ...(!varies && { price }),
    priceCurrency,
    ...((unitCode || varies) && {
      priceSpecification: {
        "@type": "UnitPriceSpecification",
        ...(varies ? { minPrice: cents / 100 } : { price }),
        priceCurrency,
        ...(unitCode && { unitCode }),
      },
    }),
  };
}

/** Questions with answers as plain text or simple HTML. */
export function faqPage(items: readonly { question: string; answer: string }[]): WithContext<FAQPage> {
  return {
    "@context": CONTEXT,
    "@type": "FAQPage",
    mainEntity: items.map(({ question, answer }) => ({
      "@type": "Question",
      name: question,
      acceptedAnswer: { "@type": "Answer", text: answer },
    })),
  };
}

export type ArticleFacts = {
  title: string;
  excerpt: string;
  category: string;
  author: string;
  /** ISO date, for example "2024-04-08". */
  published: string;
  updated?: string;
  /** Paths of this site. */
  path: string;
  image?: string;
};

export function article(facts: ArticleFacts, company: Business, origin: string): WithContext<Article> {
  return {
    "@context": CONTEXT,
    "@type": "Article",
    headline: facts.title,
    description: facts.excerpt,
    articleSection: facts.category,
    author: {
      "@type": facts.author === company.company_name ? "Organization" : "Person",
      name: facts.author,
    },
    publisher: employerOf(company, origin),
    datePublished: facts.published,
    dateModified: facts.updated ?? facts.published,
    mainEntityOfPage: origin + facts.path,
    inLanguage: "en-US",
    ...(facts.image && { image: origin + facts.image }),
  };
}

export type JobFacts = {
  id: number;
  title: string;
  description: string;
  requirements: readonly string[];
  /** For example "Portsmouth, NH". */
  location: string;
  /** "Full-time", "Part-time", "Contract" or "Temporary". */
  type: string;
  /** As it was entered, like "$19 to $23 an hour". */
  pay?: string | null;
  /** ISO date on which it opened. */
  posted: string;
  /** Path of its page. */
  path: string;
};

/** List of pages by path. Each page has its own data. */
export function listOf(paths: readonly string[], origin: string): WithContext<ItemList> {
  return {
    "@context": CONTEXT,
    "@type": "ItemList",
    itemListElement: paths.map((path, index) => ({
      "@type": "ListItem",
      position: index + 1,
      url: origin + path,
    })),
  };
}

/** One opening on its own page. */
export function jobPosting(job: JobFacts, company: Business, origin: string): WithContext<JobPosting> {
  const [city = "", state = ""] = job.location.split(",").map((part) => part.trim());
  return {
    "@context": CONTEXT,
    "@type": "JobPosting",
    identifier: { "@type": "PropertyValue", name: company.company_name, value: String(job.id) },
    title: job.title,
    description: `<p>${escapeHtml(job.description)}</p><ul>${job.requirements
      .map((requirement) => `<li>${escapeHtml(requirement)}</li>`)
      .join("")}</ul>`,
    datePosted: job.posted,
    employmentType: EMPLOYMENT[job.type] ?? "OTHER",
    ...salaryOf(job.pay ?? "", company.default_currency),
    hiringOrganization: { ...employerOf(company, origin), sameAs: origin },
    jobLocation: { "@type": "Place", ...located({ street: "", city, state, zip: "" }) },
    directApply: true,
    url: origin + job.path,
  };
}

const EMPLOYMENT: Record<string, string> = {
  "Full-time": "FULL_TIME",
  "Part-time": "PART_TIME",
  Contract: "CONTRACTOR",
  Temporary: "TEMPORARY",
};

const PAY =
  /^\$?([\d,]+(?:\.\d+)?)(?: ?(?:to|[-–]) ?\$?([\d,]+(?:\.\d+)?))? ?(?:an?|per|\/) ?(hour|day|week|month|year)$/i;

/** Pay that reads like "$19 to $23 an hour"; nothing for other words. */
function salaryOf(pay: string, currency: string): { baseSalary?: MonetaryAmount } {
  const [, least, most = least, unit] = PAY.exec(pay) ?? [];
  if (!least || !most || !unit) return {};
  const [minValue, maxValue] = [least, most].map((amount) => Number(amount.replaceAll(",", "")));
  const value = { "@type": "QuantitativeValue" as const, minValue, maxValue, unitText: unit.toUpperCase() };
  return { baseSalary: { "@type": "MonetaryAmount", currency, value } };
}

export type Crumb = { name: string; path: string };

/** Breadcrumbs from the home page to this one. `pageMeta` adds them to every inner page. */
export function breadcrumbs(trail: readonly Crumb[], origin: string): WithContext<BreadcrumbList> {
  return {
    "@context": CONTEXT,
    "@type": "BreadcrumbList",
    itemListElement: [{ name: "Home", path: "/" }, ...trail].map(({ name, path }, index) => ({
      "@type": "ListItem",
      position: index + 1,
      name,
      item: origin + path,
    })),
  };
}

function escapeHtml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
