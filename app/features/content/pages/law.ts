import type { CompanyAddress } from "~/lib/postal-address";

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
