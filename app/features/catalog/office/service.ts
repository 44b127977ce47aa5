import { FREQUENCIES } from "~/features/catalog/frequency";
import { SERVICE_TYPES, type Service, type ServiceType } from "~/features/catalog/service";
import { depositText, payOf } from "~/features/catalog/terms";
import { formatCents, parseCents } from "~/lib/money";
import { cleanBlock, cleanLine } from "~/lib/text";

export const SERVICES_PAGE = "/admin/services";

/** `price` in cents. Eight hours at this price must still be payable. */
export const SERVICE_LIMITS = {
  title: 80,
  description: 300,
  feature: 120,
  features: 12,
  minutes: 600,
  price: 1_000_000,
} as const;

export const TYPE_LABELS: Record<ServiceType, string> = {
  residential: "Residential",
  commercial: "Commercial",
};
export const SUBSCRIPTION_LABELS: Record<Service["subscription_type"], string> = {
  one_time: "One time",
  monthly: "Monthly",
};

/** A service in the office's list. A `booked` one can't be deleted. `version` changes with every edit. */
export type OfficeService = Service & { booked: boolean; version: string };

/** The form's fields as typed: price in dollars, one feature per line, "on" for a checked box. */
export type ServiceValues = Record<
  | "title"
  | "description"
  | "price"
  | "subscription_type"
  | "service_type"
  | "is_popular"
  | "is_active"
  | "features"
  | "visit_minutes"
  | "image"
  | "frequency"
  | "pay"
  | "deposit",
  string
>;

export const NEW_SERVICE: ServiceValues = {
  title: "",
  description: "",
  price: "",
  subscription_type: "one_time",
  service_type: "residential",
  is_popular: "",
  is_active: "on",
  features: "",
  visit_minutes: "180",
  image: "",
  frequency: "biweekly",
  pay: "full",
  deposit: "",
};

export function valuesOf(service: Service): ServiceValues {
  return {
    title: service.title,
    description: service.description,
    price: formatCents(service.price_per_hour, "USD", { dropZeroCents: true }).replace(/[$,]/g, ""),
    subscription_type: service.subscription_type,
    service_type: service.service_type,
    is_popular: service.is_popular ? "on" : "",
    is_active: service.is_active ? "on" : "",
    features: service.features.join("\n"),
    visit_minutes: String(service.visit_minutes),
    image: service.image ?? "",
    frequency: service.plan_frequencies[0] ?? NEW_SERVICE.frequency,
    pay: payOf(service.terms),
    deposit: depositText(service.terms),
  };
}

/** Posted fields. Missing ones are empty. */
export function typedValues(fields: Partial<Record<string, string>>): ServiceValues {
  const names = Object.keys(NEW_SERVICE) as (keyof ServiceValues)[];
  return Object.fromEntries(names.map((name) => [name, fields[name] ?? ""])) as ServiceValues;
}

/** The distinct, non-empty lines of a text. */
export function featuresOf(text: string): string[] {
  const lines = cleanBlock(text).split("\n").map(cleanLine);
  return [...new Set(lines.filter((line) => line !== ""))];
}

/** The service for the preview. Missing and invalid fields get defaults. */
export function previewOf(values: ServiceValues, id: string): Service {
  return {
    id,
    title: cleanLine(values.title) || "Title of the service",
    description: cleanLine(values.description) || "What the customer gets, in one sentence.",
    price_per_hour: Math.min(parseCents(values.price) ?? 0, SERVICE_LIMITS.price),
    subscription_type: values.subscription_type === "monthly" ? "monthly" : "one_time",
    service_type: values.service_type === "commercial" ? "commercial" : "residential",
    is_popular: values.is_popular === "on",
    is_active: values.is_active === "on",
    features: featuresOf(values.features),
    visit_minutes: Number(values.visit_minutes) || 180,
    plan_frequencies: FREQUENCIES.filter((one) => one === values.frequency),
    start_times: null,
    terms: null,
    image: values.image || null,
    prices: null,
  };
}

/** Id of a new service, made from its title: "move-in-out-cleaning", with a number if that is taken. */
export function slugOf(title: string, isTaken: (id: string) => boolean): string {
  const words = title
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{Mn}|['’]/gu, "")
    .replace(/[^a-z0-9]+/g, "-");
  const slug = words.slice(0, 60).replace(/^-+|-+$/g, "") || "service";
  if (!RESERVED.has(slug) && !isTaken(slug)) return slug;
  for (let number = 2; ; number += 1) {
    if (!isTaken(`${slug}-${number}`)) return `${slug}-${number}`;
  }
}

/** Ids that would collide with other addresses under /admin/services. */
const RESERVED = new Set(["new"]);

export function servicePath(id: string): string {
  return `${SERVICES_PAGE}/${id}`;
}

/** The services by type, in the order of the site. */
export function groupByType(services: readonly OfficeService[]) {
  return SERVICE_TYPES.map((type) => ({
    type,
    services: services.filter(({ service_type }) => service_type === type),
  }));
}

/** Moves a service within the list. Popular services come first on the site, so a move stops at that boundary. */
export function moveWithin<One extends { id: string; is_popular: boolean }>(
  services: readonly One[],
  id: string,
  place: number,
): One[] {
  const moved = services.find((service) => service.id === id);
  if (!moved) return [...services];
  const popular = services.filter(({ is_popular }) => is_popular).length;
  const [first, last] = moved.is_popular ? [0, popular - 1] : [popular, services.length - 1];
  const others = services.filter((service) => service.id !== id);
  return others.toSpliced(Math.min(Math.max(place, first), last), 0, moved);
}
