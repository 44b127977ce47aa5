import type { ServiceType } from "~/features/catalog/service";

/** A customer's saved address (spec section 3). `version` changes with every update. */
export type Property = {
  id: string;
  name: string | null;
  property_type: ServiceType;
  address_line1: string;
  address_line2: string | null;
  city: string;
  state: string;
  zip_code: string;
  bedrooms: number | null;
  bathrooms: number | null;
  half_baths: number | null;
  square_footage: number | null;
  special_instructions: string | null;
  pets: string | null;
  parking: string | null;
  is_default: boolean;
  version: string;
};

/** Profile tab that lists the customer's properties. */
export const PROPERTIES_PAGE = "/profile?tab=property-details";

/** Maximum number per customer. */
export const PROPERTY_LIMIT = 20;

/** Title of a property: its name, or its street without one. */
export function titleOf({ name, address_line1 }: Pick<Property, "name" | "address_line1">): string {
  return name ?? address_line1;
}

type Address = Pick<Property, "address_line1" | "address_line2" | "city" | "state" | "zip_code">;

/** Postal address in two lines. */
export function addressLines(property: Address): [street: string, place: string] {
  const { address_line1, address_line2, city, state, zip_code } = property;
  return [[address_line1, address_line2].filter(Boolean).join(", "), `${city}, ${state} ${zip_code}`];
}

/** Known rooms: "3 bedrooms", "1 bathroom", "1,800 sq ft". */
export function roomFacts({ bedrooms, bathrooms, half_baths, square_footage }: Property): string[] {
  return [
    bedrooms !== null && counted(bedrooms, "bedroom"),
    bathrooms !== null && counted(bathrooms, "bathroom"),
    half_baths !== null && half_baths > 0 && counted(half_baths, "half bath"),
    square_footage !== null && `${square_footage.toLocaleString("en-US")} sq ft`,
  ].filter((fact) => fact !== false);
}

function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}
