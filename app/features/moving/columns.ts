/** The programs that a file can be from. `other`: any other one, or a spreadsheet. */
export const VENDORS = {
  bookingkoala: "BookingKoala",
  launch27: "Launch27 or ConvertLabs",
  jobber: "Jobber",
  housecall: "Housecall Pro",
  zenmaid: "ZenMaid",
  other: "Another program",
} as const;
export type Vendor = keyof typeof VENDORS;

/** The field of each column, by its name in the columns of the subject; null: not imported. */
export type Mapping = (string | null)[];

/** Headings that only one program has, and how many of them make a file its. */
type Signs = Partial<Record<Exclude<Vendor, "other">, { headings: string; enough: number }>>;

/** The columns that rows about one subject can have. */
export type Columns<Field extends string = string> = {
  /** What a column can hold, in words. */
  fields: Record<Field, string>;
  /** Headings as programs and people write them, by field. Compared without case, spaces and signs. */
  headings: Record<Field, string>;
  /** Fields that several columns can hold. Of others the first column with a value counts. */
  many: readonly Field[];
  /** Fields whose values are shown to nobody without a trace. */
  sealed: readonly Field[];
  signs: Signs;
  /** What a mapping lacks; null if rows can be read with it. */
  whyNot: (has: (...fields: Field[]) => boolean) => string | null;
};

const plain = (heading: string) => heading.toLowerCase().replace(/[^a-z0-9]/g, "");
const namesIn = (list: string) => list.split(",").map(plain);

export const fieldNames = <Field extends string>({ fields }: Columns<Field>) =>
  Object.keys(fields) as Field[];

/** The program that a file with these headings is from, as far as they tell. */
export function recognizeVendor({ signs }: Columns, headers: readonly string[]): Vendor {
  const had = new Set(headers.map(plain));
  const ranked = (Object.keys(signs) as (keyof Signs)[])
    .map((vendor) => {
      const { headings = "", enough = 1 } = signs[vendor] ?? {};
      return { vendor, enough, hits: namesIn(headings).filter((one) => had.has(one)).length };
    })
    .filter(({ hits, enough }) => hits >= enough)
    .sort((one, other) => other.hits - one.hits);
  return ranked[0]?.vendor ?? "other";
}

/** The field of each column, by its heading. A field that one column has already is not given again, except those of `many`. */
export function recognizeColumns(columns: Columns, headers: readonly string[]): Mapping {
  const fieldOf = new Map(
    fieldNames(columns).flatMap((field) =>
      [plain(columns.fields[field] ?? ""), ...namesIn(columns.headings[field] ?? "")].map(
        (heading) => [heading, field] as const,
      ),
    ),
  );
  const given = new Set<string>();
  const mapping = headers.map((header) => {
    const field = fieldOf.get(plain(header)) ?? null;
    if (!field || (given.has(field) && !columns.many.includes(field))) return null;
    given.add(field);
    return field;
  });
  // A full name beside its parts says nothing more, except for a company without any.
  const hasParts = given.has("first_name") || given.has("last_name");
  return mapping.map((field) => (field === "name" && hasParts && given.has("company_name") ? null : field));
}

/** What a mapping lacks; null if rows can be read with it. */
export function whyNotMapping(columns: Columns, mapping: Mapping): string | null {
  const missing = columns.whyNot((...fields) => fields.some((field) => mapping.includes(field)));
  if (missing) return missing;
  const twice = fieldNames(columns).find(
    (field) => !columns.many.includes(field) && mapping.filter((one) => one === field).length > 1,
  );
  return twice ? `“${columns.fields[twice]}” is chosen for two columns. Choose it for one.` : null;
}
