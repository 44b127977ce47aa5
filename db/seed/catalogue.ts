import { services } from "../../app/db/schema/catalog";
import { crews } from "../../app/db/schema/crews";
import type { Database } from "../../app/platform/database/database.server";
import { seedOnce } from "./once";

type NewService = typeof services.$inferInsert;

const residential: NewService[] = [
  {
    id: "regular-cleaning",
    title: "Regular Cleaning",
    description:
      "The visit that keeps a home easy to live in: kitchen, baths, floors and dust, top to bottom.",
    price_per_hour: 5300,
    service_type: "residential",
    is_popular: true,
    features: [
      "Kitchen and bathrooms scrubbed",
      "Floors vacuumed and mopped",
      "Dusting in every room",
      "Beds made with fresh sheets if you leave them out",
      "Trash and recycling taken out",
    ],
    image: "service-regular",
  },
  {
    id: "deep-cleaning",
    title: "Deep Cleaning",
    description:
      "For the first visit or a fresh season: the grout, the baseboards and the places behind things.",
    price_per_hour: 6800,
    service_type: "residential",
    features: [
      "Everything in a regular cleaning",
      "Inside the oven and refrigerator",
      "Baseboards, doors and light switches",
      "Tile and grout brushed by hand",
      "Window sills and tracks",
    ],
    image: "service-deep",
  },
  {
    id: "move-in-out-cleaning",
    title: "Move In/Out Cleaning",
    description: "Empty rooms made ready for the next chapter, with the deposit in mind.",
    price_per_hour: 7200,
    service_type: "residential",
    features: [
      "Cabinets and closets inside and out",
      "Appliances inside and out",
      "Walls spot-cleaned, switches wiped",
      "Checklist signed for your landlord or buyer",
    ],
    image: "service-move",
  },
  {
    id: "monthly-home-care",
    title: "Monthly Home Care",
    description: "One price a month, the same crew, and a house that never gets away from you.",
    price_per_hour: 28900,
    subscription_type: "monthly",
    service_type: "residential",
    features: [
      "A three-hour visit every two weeks",
      "The same crew each time",
      "Skip or move a visit online",
      "Supplies included",
    ],
    visit_minutes: 180,
    plan_frequencies: ["biweekly"],
    image: "home-tips",
  },
  {
    id: "house-washing",
    title: "House Washing",
    description: "Soft washing that lifts pollen, algae and road salt from siding without harming it.",
    price_per_hour: 0,
    service_type: "residential",
    features: [
      "Vinyl, clapboard and brick",
      "Low pressure, plant-safe soap",
      "Free estimate within two days",
    ],
    image: "service-exterior",
  },
  {
    id: "mobile-auto-detailing",
    title: "Mobile Auto Detailing",
    description: "We come to your driveway and hand back a car that smells of nothing at all.",
    price_per_hour: 18900,
    service_type: "residential",
    features: ["Seats and carpets shampooed", "Dash, vents and glass by hand", "Wash, clay and spray wax"],
    visit_minutes: 180,
  },
  {
    id: "paw-print-patrol",
    title: "Paw Print Patrol",
    description: "Pet hair, muddy paws and nose prints, gone from floors, furniture and glass.",
    price_per_hour: 4500,
    service_type: "residential",
    features: ["Upholstery and rugs de-furred", "Enzyme treatment for accidents", "Pet-safe products only"],
  },
];

const commercial: NewService[] = [
  {
    id: "office-cleaning",
    title: "Office Cleaning",
    description: "Desks, kitchens, restrooms and floors ready before your people arrive.",
    price_per_hour: 6500,
    service_type: "commercial",
    is_popular: true,
    features: [
      "Desks and touch points disinfected",
      "Restrooms cleaned and restocked",
      "Kitchen and meeting rooms reset",
      "Trash and recycling sorted",
    ],
    image: "service-commercial",
  },
  {
    id: "retail-showroom",
    title: "Retail & Showroom",
    description: "Glass without fingerprints and floors that make the goods look their best.",
    price_per_hour: 6200,
    service_type: "commercial",
    features: [
      "Entrance glass and displays",
      "Floors dust-mopped and machine-scrubbed",
      "Fitting rooms and counters",
    ],
  },
  {
    id: "post-construction",
    title: "Post-Construction",
    description:
      "The last trade on site: dust, labels and paint specks off every surface, ready for handover.",
    price_per_hour: 8500,
    service_type: "commercial",
    features: [
      "Fine dust from vents to baseboards",
      "Stickers and overspray removed",
      "Final walk-through with you",
    ],
  },
  {
    id: "monthly-janitorial",
    title: "Monthly Janitorial Plan",
    description: "A standing crew for your building, one invoice a month, one person to call.",
    price_per_hour: 95000,
    subscription_type: "monthly",
    service_type: "commercial",
    features: [
      "A visit every week, on the weekday you choose",
      "Supplies and paper goods managed",
      "Quarterly floor care",
    ],
    visit_minutes: 240,
    plan_frequencies: ["weekly"],
    image: "team",
  },
  {
    id: "carpet-steam-cleaning",
    title: "Carpet Steam Cleaning",
    description: "Hot-water extraction for offices. Not offered at present.",
    price_per_hour: 7000,
    service_type: "commercial",
    is_active: false,
    features: ["Hot-water extraction", "Spot treatment"],
  },
];

/** What White Birch Cleaning sells on its first day; staff change it afterwards. */
const catalogue: NewService[] = [...residential, ...commercial].map((service, index) => ({
  ...service,
  sort_order: index,
}));

/** Fills an empty database with the catalogue and two crews. Done once: what staff delete stays deleted. */
export function seedCatalogue(db: Database): Promise<boolean> {
  return seedOnce(db, "catalogue", addCatalogue);
}

/** Adds the services and crews that are not there yet. */
export async function addCatalogue(tx: Pick<Database, "insert">): Promise<void> {
  await tx.insert(services).values(catalogue).onConflictDoNothing();
  await tx
    .insert(crews)
    .values([
      { name: "Birch crew", email: "birch.crew@whitebirchcleaning.example", sort_order: 1 },
      { name: "Maple crew", email: "maple.crew@whitebirchcleaning.example", sort_order: 2 },
    ])
    .onConflictDoNothing();
}
