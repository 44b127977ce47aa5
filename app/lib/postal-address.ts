/** The postal address of the company. Each part is as it was entered, or empty. */
export type CompanyAddress = { street: string; city: string; state: string; zip: string };

/** City and state: "Pittsfield, NH". Empty when neither was entered. */
export function placeOf({ city, state }: Pick<CompanyAddress, "city" | "state">): string {
  return [city, state].filter(Boolean).join(", ");
}

/** The address in lines: "12 Main Street", "Pittsfield, NH 03263". None when nothing was entered. */
export function addressLines({ street, zip, ...address }: CompanyAddress): string[] {
  return [street, [placeOf(address), zip].filter(Boolean).join(" ")].filter(Boolean);
}

/** The place in the middle of a sentence: " in Pittsfield, NH". Empty when none was entered. */
export function inPlace(address: Pick<CompanyAddress, "city" | "state">): string {
  const place = placeOf(address);
  return place && ` in ${place}`;
}

/** Words that texts may insert. Each brings its own comma or space, so that a text reads well without an address. */
export function placeWords(address: CompanyAddress): Record<string, string> {
  return {
    "{place}": placeOf(address),
    "{in_place}": inPlace(address),
    "{at_address}": addressLines(address)
      .map((line) => `, ${line}`)
      .join(""),
  };
}

const STATES = new Map(
  (
    "AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|FL Florida|" +
    "GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|" +
    "MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|" +
    "NV Nevada|NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|" +
    "OK Oklahoma|OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|" +
    "UT Utah|VT Vermont|VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming"
  )
    .split("|")
    .map((line) => [line.slice(0, 2), line.slice(3)]),
);

/**
 * Whose law the legal texts name: `{law_state}` "the State of Maine" and `{state}` "Maine", for "ME" or "Maine". What is no
 * state, like "DC" or a territory, is named as it was entered; without one it is the state where the company is.
 */
export function lawWords({ state }: Pick<CompanyAddress, "state">): Record<string, string> {
  if (!state) return { "{law_state}": HOME_STATE, "{state}": HOME_STATE };
  const name = STATES.get(state.toUpperCase()) ?? state;
  const isState = [...STATES.values()].includes(name);
  return { "{law_state}": isState ? `the State of ${name}` : name, "{state}": name };
}

const HOME_STATE = "the state in which we are based";
