import type { ServiceForm } from "~/features/catalog/office/forms";

type Template = Pick<
  ServiceForm,
  "title" | "description" | "service_type" | "subscription_type" | "features" | "visit_minutes"
> & {
  /** Also the id of the form that adds it, so that adding it twice adds one. */
  id: string;
  /** Cents: an hour's price, or a month's. */
  price: number;
  frequency: ServiceForm["plan_frequencies"][number];
};

type Group = { title: string; templates: readonly Template[] };

const hourly = { subscription_type: "one_time", visit_minutes: 180, frequency: "biweekly" } as const;

/** Services to begin with, by the kind of company. */
export const TEMPLATES: readonly Group[] = [
  {
    title: "Homes",
    templates: [
      {
        ...hourly,
        id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0001",
        title: "Regular Cleaning",
        description: "Kitchen, bathrooms, floors and dust: the visit that keeps a home easy to live in.",
        service_type: "residential",
        price: 5000,
        features: ["Kitchen and bathrooms", "Floors vacuumed and mopped", "Dusting in every room"],
      },
      {
        ...hourly,
        id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0002",
        title: "Deep Cleaning",
        description: "For a first visit or a new season: what a regular cleaning leaves for later.",
        service_type: "residential",
        price: 6500,
        features: [
          "Everything in a regular cleaning",
          "Inside oven and refrigerator",
          "Baseboards and doors",
        ],
      },
      {
        ...hourly,
        id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0003",
        title: "Move In/Out Cleaning",
        description: "Empty rooms made ready for whoever comes next.",
        service_type: "residential",
        price: 6800,
        features: ["Cabinets and closets inside and out", "Appliances inside and out", "Walls spot-cleaned"],
      },
    ],
  },
  {
    title: "Vacation rentals",
    templates: [
      {
        ...hourly,
        id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0004",
        title: "Turnover Cleaning",
        description: "Between two stays: cleaned, beds made, restocked and checked for damage.",
        service_type: "residential",
        price: 5500,
        features: ["Beds made with fresh linen", "Supplies restocked", "Damage reported with photos"],
      },
      {
        ...hourly,
        id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0005",
        title: "Season Opening",
        description: "A rental opened up after a closed season, from the windows to the grill.",
        service_type: "residential",
        price: 6500,
        features: ["Dust sheets and cobwebs removed", "Refrigerator and dishes cleaned", "Porch and grill"],
      },
    ],
  },
  {
    title: "Offices",
    templates: [
      {
        ...hourly,
        id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0006",
        title: "Office Cleaning",
        description: "Desks, kitchens, restrooms and floors, ready before people arrive.",
        service_type: "commercial",
        price: 6000,
        features: ["Desks and touch points", "Restrooms cleaned and restocked", "Trash and recycling"],
      },
      {
        id: "5d0a7a0e-54c1-4f0e-9a55-0b6a5f5b0007",
        title: "Monthly Office Plan",
        description: "A visit every week for one price a month.",
        service_type: "commercial",
        subscription_type: "monthly",
        price: 90_000,
        visit_minutes: 240,
        frequency: "weekly",
        features: ["A visit every week", "Supplies managed", "One invoice a month"],
      },
    ],
  },
];

/** A template as the form for a service. */
export function serviceOf({ id: _, frequency, ...template }: Template, price: number): ServiceForm {
  return {
    ...template,
    features: [...template.features],
    price,
    plan_frequencies: [frequency],
    is_popular: false,
    is_active: true,
    image: null,
    terms: null,
  };
}
