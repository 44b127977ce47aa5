import { describe, expect, test } from "vitest";
import { PLAIN_RULES } from "~/features/catalog/rules";
import type { Brand } from "~/features/operations/settings/brand/brand";
import {
  aService,
  autoDetailing,
  houseWashing,
  monthlyHomeCare,
  officeCleaning,
} from "../../../../tests/support/services";
import {
  article,
  breadcrumbs,
  faqPage,
  jobPosting,
  localBusiness,
  type StructuredData,
  serviceOffers,
} from "./structured-data";

const ORIGIN = "https://site.example";
const company = {
  company_name: "Snow & Birch",
  company_description: "Careful cleaning.",
  contact_email: "hello@birch.example",
  phone: "(603) 555-0100",
  default_currency: "USD",
  week: null,
  address: { street: "", city: "Oakland", state: "ME", zip: "" },
  area: { mode: "anywhere" } as const,
  brand: { logo: null, letters: null, initials: "SB", accent: null, share: null },
};

/** The data as parsed JSON. */
const read = (data: StructuredData) => JSON.parse(JSON.stringify(data));

test("the company's logo is its own, its letters, or the birch", () => {
  const logoOf = (brand: Partial<Brand>) =>
    read(localBusiness({ ...company, brand: { ...company.brand, ...brand } }, ORIGIN)).logo;
  const sha256 = "a".repeat(64);
  const logo = {
    file: "png",
    width: 400,
    height: 100,
    sha256,
    small_sha256: sha256,
    src: "/brand/x.png",
  } as const;
  expect(logoOf({})).toBe(`${ORIGIN}/icons/512.png`);
  expect(logoOf({ letters: "SB" })).toBe(`${ORIGIN}/brand/SB-1f4d3a-512.png`);
  expect(logoOf({ logo })).toBe(`${ORIGIN}/brand/x.png`);
  expect(logoOf({ logo: { ...logo, file: "svg", width: 100 } })).toBe(`${ORIGIN}/brand/${sha256}-512.png`);
});

test("the company has the name, address, area and hours of the settings", () => {
  const business = read(localBusiness(company, ORIGIN));
  expect(business).toMatchObject({
    "@context": "https://schema.org",
    "@type": "HomeAndConstructionBusiness",
    name: "Snow & Birch",
    telephone: "(603) 555-0100",
    email: "hello@birch.example",
    url: "https://site.example/",
    address: { addressLocality: "Oakland", addressRegion: "ME", addressCountry: "US" },
    areaServed: { "@type": "City", name: "Oakland, ME" },
  });
  expect(
    business.openingHoursSpecification.flatMap(
      (each: { dayOfWeek: string | string[]; opens: string; closes: string }) =>
        [each.dayOfWeek].flat().map((day) => `${day} ${each.opens}-${each.closes}`),
    ),
  ).toEqual([
    "Monday 08:00-18:00",
    "Tuesday 08:00-18:00",
    "Wednesday 08:00-18:00",
    "Thursday 08:00-18:00",
    "Friday 08:00-18:00",
    "Saturday 08:00-18:00",
    "Sunday 09:00-16:00",
  ]);
});

test("a company without an address has none, and serves no town", () => {
  const address = { street: "", city: "", state: "", zip: "" };
  const business = read(localBusiness({ ...company, address }, ORIGIN));
  expect(business).not.toHaveProperty("address");
  expect(business).not.toHaveProperty("areaServed");
});

test.each([
  [
    { mode: "zips", zips: ["04963", "04901"] },
    [{ address: { postalCode: "04963", addressCountry: "US" } }, { address: { postalCode: "04901" } }],
  ],
  [
    { mode: "radius", base: "04963", miles: 10 },
    { geo: { "@type": "GeoCircle", geoMidpoint: { postalCode: "04963" }, geoRadius: 16_093 } },
  ],
] as const)("the rules of the area say where the company cleans: %j", (area, areaServed) => {
  expect(read(localBusiness({ ...company, area }, ORIGIN))).toMatchObject({ areaServed });
  const [service] = read(serviceOffers([monthlyHomeCare], { ...company, area }, ORIGIN))["@graph"];
  expect(service).toMatchObject({ areaServed });
});

test("the opening hours are those that the office set", () => {
  const day = { opens: "09:00", last_finish: "17:30" };
  const week = [null, day, day, null, day, day, { opens: "10:00", last_finish: "14:00" }];
  expect(localBusiness({ ...company, week }, ORIGIN)).toMatchObject({
    openingHoursSpecification: [
      {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Monday", "Tuesday"],
        opens: "09:00",
        closes: "17:30",
      },
      {
        "@type": "OpeningHoursSpecification",
        dayOfWeek: ["Thursday", "Friday"],
        opens: "09:00",
        closes: "17:30",
      },
      { "@type": "OpeningHoursSpecification", dayOfWeek: ["Saturday"], opens: "10:00", closes: "14:00" },
    ],
  });
});

describe("the price of a service", () => {
  const offerOf = (service: ReturnType<typeof aService>) =>
    read(serviceOffers([service], { ...company, default_currency: "CAD" }, ORIGIN))["@graph"][0];

  test.each([
    ["by the hour", aService({ price_per_hour: 5350 }), "53.50", "HUR"],
    ["by the month", monthlyHomeCare, "289.00", "MON"],
    ["once", autoDetailing, "189.00", undefined],
  ])("is offered: %s", (_how, service, price, unitCode) => {
    const { offers } = offerOf(service);
    expect(offers).toMatchObject({ price, priceCurrency: "CAD" });
    expect(offers.priceSpecification?.unitCode).toBe(unitCode);
  });

  test("is the least that it can be, if it depends on the home", () => {
    const byHome = { ...PLAIN_RULES, by: "home" as const, base: { cents: 12_900, minutes: 120 } };
    const { offers } = offerOf(aService({ price_per_hour: 5300, prices: byHome }));
    expect(offers).not.toHaveProperty("price");
    expect(offers.priceSpecification).toEqual({
      "@type": "UnitPriceSpecification",
      minPrice: 129,
      priceCurrency: "CAD",
    });
  });

  test("comes with the address to book it", () => {
    expect(offerOf(officeCleaning)).toMatchObject({
      name: "Office Cleaning",
      serviceType: "Commercial cleaning",
      provider: { "@id": "https://site.example/#business", name: "Snow & Birch" },
      offers: { url: "https://site.example/book?service=office-cleaning&type=commercial" },
    });
  });

  test("is missing if it needs an estimate", () => {
    expect(offerOf(houseWashing)).not.toHaveProperty("offers");
  });
});

test("questions have their answers", () => {
  expect(read(faqPage([{ question: "Keys?", answer: "In a lockbox." }])).mainEntity).toEqual([
    { "@type": "Question", name: "Keys?", acceptedAnswer: { "@type": "Answer", text: "In a lockbox." } },
  ]);
});

test("an article has its dates, author and picture", () => {
  const facts = {
    title: "Snow on the sill",
    excerpt: "What it does.",
    category: "Seasonal",
    author: "Ada Frost",
    published: "2024-03-01",
    path: "/blog/7",
  };
  expect(read(article({ ...facts, image: "/assets/7.jpg" }, company, ORIGIN))).toMatchObject({
    "@type": "Article",
    headline: "Snow on the sill",
    datePublished: "2024-03-01",
    dateModified: "2024-03-01",
    author: { "@type": "Person", name: "Ada Frost" },
    publisher: { name: "Snow & Birch" },
    mainEntityOfPage: "https://site.example/blog/7",
    image: "https://site.example/assets/7.jpg",
  });
  expect(read(article({ ...facts, updated: "2024-04-01" }, company, ORIGIN)).dateModified).toBe("2024-04-01");
});

describe("an opening", () => {
  const job = {
    id: 2,
    title: "Team Lead",
    description: "Lead & clean <with> us.",
    requirements: ["A driver's license", "Patience < time"],
    location: "Portsmouth, NH",
    type: "Full-time",
    posted: "2026-05-04",
    path: "/careers?apply=2",
  };

  test("has its title, employer, place and date", () => {
    expect(read(jobPosting(job, company, ORIGIN))).toMatchObject({
      "@type": "JobPosting",
      title: "Team Lead",
      datePosted: "2026-05-04",
      url: "https://site.example/careers?apply=2",
      employmentType: "FULL_TIME",
      hiringOrganization: { name: "Snow & Birch" },
      jobLocation: { address: { addressLocality: "Portsmouth", addressRegion: "NH" } },
    });
  });

  test("has an escaped HTML description", () => {
    expect(read(jobPosting(job, company, ORIGIN)).description).toBe(
      "<p>Lead &amp; clean &lt;with&gt; us.</p><ul><li>A driver's license</li><li>Patience &lt; time</li></ul>",
    );
  });

  test.each([
    ["$19 to $23 an hour", { minValue: 19, maxValue: 23, unitText: "HOUR" }],
    ["52,000–58,500 per year", { minValue: 52_000, maxValue: 58_500, unitText: "YEAR" }],
    ["$20/hour", { minValue: 20, maxValue: 20, unitText: "HOUR" }],
    ["Good pay", undefined],
    ["", undefined],
  ])("says what it pays where that can be read: %s", (pay, value) => {
    const { baseSalary } = read(jobPosting({ ...job, pay }, company, ORIGIN));
    expect(baseSalary).toEqual(
      value && {
        "@type": "MonetaryAmount",
        currency: "USD",
        value: { "@type": "QuantitativeValue", ...value },
      },
    );
  });

  test("may be part-time", () => {
    expect(read(jobPosting({ ...job, type: "Part-time" }, company, ORIGIN)).employmentType).toBe("PART_TIME");
  });
});

test("breadcrumbs start at home and count from one", () => {
  const trail = [
    { name: "Blog", path: "/blog" },
    { name: "Snow on the sill", path: "/blog/7" },
  ];
  expect(read(breadcrumbs(trail, ORIGIN)).itemListElement).toEqual([
    { "@type": "ListItem", position: 1, name: "Home", item: "https://site.example/" },
    { "@type": "ListItem", position: 2, name: "Blog", item: "https://site.example/blog" },
    { "@type": "ListItem", position: 3, name: "Snow on the sill", item: "https://site.example/blog/7" },
  ]);
});
