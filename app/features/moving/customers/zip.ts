/** The first three digits with which the ZIP codes of a state begin; those up to the next number are of the same state. "--": of none. */
const BEGINNINGS = `
  005 NY 006 PR 008 VI 009 PR 010 MA 028 RI 030 NH 039 ME 050 VT 055 MA 056 VT 060 CT 070 NJ 090 --
  100 NY 150 PA 197 DE
  200 DC 201 VA 202 DC 206 MD 220 VA 247 WV 270 NC 290 SC
  300 GA 320 FL 340 -- 341 FL 350 AL 370 TN 386 MS 398 GA
  400 KY 430 OH 460 IN 480 MI
  500 IA 530 WI 550 MN 569 DC 570 SD 580 ND 590 MT
  600 IL 630 MO 660 KS 680 NE
  700 LA 716 AR 730 OK 733 TX 734 OK 750 TX
  800 CO 820 WY 832 ID 840 UT 850 AZ 870 NM 885 TX 889 NV
  900 CA 962 -- 967 HI 969 -- 970 OR 980 WA 995 AK`;

const STATES = [...BEGINNINGS.matchAll(/(\d{3}) (\S\S)/g)].map(([, first = "", state = ""]) => ({
  first,
  state,
}));

/** ZIP codes of another state than those around them: Fishers Island, Alta, American Samoa. */
const ELSEWHERE = new Map([
  ["06390", "NY"],
  ["83414", "WY"],
  ["96799", "AS"],
]);

/** The state of a ZIP code (5 digits or ZIP+4) as its postal code; empty for none, such as that of an army post office. */
export function stateOf(zip: string): string {
  const [, digits] = /^(\d{5})(?:-?\d{4})?$/.exec(zip) ?? [];
  if (!digits) return "";
  const state = ELSEWHERE.get(digits) ?? STATES.findLast(({ first }) => first <= digits.slice(0, 3))?.state;
  return state && state !== "--" ? state : "";
}
