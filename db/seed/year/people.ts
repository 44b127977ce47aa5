type Town = { city: string; zip: string; streets: [string, ...string[]]; lake?: true };

/** Towns around Pittsfield, with streets as towns of New Hampshire have them. */
export const TOWNS: [Town, ...Town[]] = [
  {
    city: "Pittsfield",
    zip: "03263",
    streets: ["Main Street", "Park Street", "Tilton Hill Road", "Leavitt Road", "Bow Street", "Joy Street"],
  },
  {
    city: "Concord",
    zip: "03301",
    streets: [
      "School Street",
      "Liberty Street",
      "Auburn Street",
      "Pleasant Street",
      "Rumford Street",
      "Centre Street",
    ],
  },
  {
    city: "Concord",
    zip: "03303",
    streets: ["Village Street", "Fisherville Road", "Merrimack Street", "Washington Street"],
  },
  {
    city: "Epsom",
    zip: "03234",
    streets: ["Black Hall Road", "Center Hill Road", "Dover Road", "Goboro Road", "Sanborn Hill Road"],
  },
  {
    city: "Barnstead",
    zip: "03218",
    streets: ["Beauty Hill Road", "Peacham Road", "Parade Road", "South Barnstead Road"],
  },
  {
    city: "Chichester",
    zip: "03258",
    streets: ["Bear Hill Road", "Canterbury Road", "Horse Corner Road", "Main Street"],
  },
  {
    city: "Northwood",
    zip: "03261",
    streets: ["First New Hampshire Turnpike", "Bow Lake Road", "Jenness Pond Road", "Lower Deerfield Road"],
  },
  {
    city: "Loudon",
    zip: "03307",
    streets: ["Chichester Road", "Clough Hill Road", "Oak Hill Road", "Young’s Hill Road"],
  },
  {
    city: "Gilmanton",
    zip: "03237",
    streets: ["Province Road", "Stage Road", "Meetinghouse Road", "Crystal Lake Road"],
  },
  { city: "Strafford", zip: "03884", streets: ["Province Road", "Crown Point Road", "Parker Mountain Road"] },
  {
    city: "Deerfield",
    zip: "03037",
    streets: ["Nottingham Road", "Raymond Road", "Church Street", "Mountain Road"],
  },
  {
    city: "Bow",
    zip: "03304",
    streets: ["Logging Hill Road", "Bow Center Road", "Page Road", "White Rock Hill Road"],
  },
];

/** Towns with camps that are let to guests in summer. */
export const LAKES: [Town, ...Town[]] = [
  {
    city: "Alton",
    zip: "03809",
    streets: ["East Side Drive", "Rand Hill Road", "Woodlands Road"],
    lake: true,
  },
  {
    city: "Gilford",
    zip: "03249",
    streets: ["Scenic Drive", "Lake Street", "Dockham Shore Road"],
    lake: true,
  },
  {
    city: "Barnstead",
    zip: "03225",
    streets: ["North Shore Drive", "Halfmoon Lake Road", "Narrows Road"],
    lake: true,
  },
];

function wordsOf(text: string): [string, ...string[]] {
  const [first = "", ...others] = text.trim().split(/\s+/);
  return [first, ...others];
}

export const FIRST_NAMES = wordsOf(`
  Abigail Alan Alice Amara Andrea Anthony Audrey Benjamin Beth Brenda Caleb Carla Catherine Charles
  Christine Claudia Colin Craig Deborah Denise Diane Dorothy Douglas Edward Elaine Eli Emily Erica
  Ethan Faith Frances Frank Gail Grace Gregory Heather Helen Henry Irene Isaac Jacqueline James
  Janet Jason Jeanne Joan Joel Judith Julia Karen Kathleen Keith Kenneth Leah Leonard Linda
  Lucille Lydia Marie Martin Mei Miriam Nadia Nathan Nora Oscar Patricia Paul Philip Rachel
  Raymond Rebecca Rosa Russell Ruth Samuel Sandra Scott Sheila Stephen Susan Teresa Theodore Valerie
  Victor Walter`);

export const LAST_NAMES = wordsOf(`
  Adams Allard Ayers Bailey Barnes Beaulieu Bickford Blanchard Boucher Brennan Brown Burke Caron Cate
  Chase Cilley Clough Colby Cote Cummings Daigle Davis Demers Dow Drake Dubois Eaton Emerson
  Fontaine Foss Foster Gagnon Garcia Gilman Goodwin Gordon Green Haines Hanson Harvey Hill Hoyt
  Huang Jenkins Jordan Kaplan Kelley Kimball Labrecque Lachance Lambert Lane Leblanc Levesque Locke Marsh
  Martel McCarthy Mitchell Moreau Moulton Murphy Nadeau Nelson Nguyen Okafor Osgood Page Paquette Parent
  Patel Perkins Philbrick Pike Prescott Reardon Riel Rollins Rossi Roy Sargent Savage Shaw Silva
  Simard Sullivan Swain Thibodeau Towle Tuck Varney Walker Weeks Wiggin Wong Yeaton`);

type Company = { name: string; domain: string; street: string; town: number; service: string; hours: number };

/** Companies that are cleaned for. Their addresses end in .example, which reaches nobody. */
export const COMPANIES: Company[] = [
  {
    name: "Suncook Valley Dental",
    domain: "suncookdental.example",
    street: "12 Carroll Street",
    town: 0,
    service: "office-cleaning",
    hours: 3,
  },
  {
    name: "Granite & Pine Accounting",
    domain: "granitepine.example",
    street: "48 North State Street",
    town: 1,
    service: "office-cleaning",
    hours: 2,
  },
  {
    name: "Capital Yoga",
    domain: "capitalyoga.example",
    street: "31 Warren Street",
    town: 1,
    service: "office-cleaning",
    hours: 2,
  },
  {
    name: "Bear Hill Veterinary",
    domain: "bearhillvet.example",
    street: "6 Bear Hill Road",
    town: 5,
    service: "office-cleaning",
    hours: 3,
  },
  {
    name: "Jenness Pond Real Estate",
    domain: "jennesspond.example",
    street: "821 First New Hampshire Turnpike",
    town: 6,
    service: "office-cleaning",
    hours: 2,
  },
  {
    name: "The Reading Room Books",
    domain: "readingroom.example",
    street: "22 South Main Street",
    town: 1,
    service: "retail-showroom",
    hours: 2,
  },
  {
    name: "Loudon Country Kitchens",
    domain: "countrykitchens.example",
    street: "140 Chichester Road",
    town: 7,
    service: "retail-showroom",
    hours: 3,
  },
  {
    name: "Epsom Hearth & Stove",
    domain: "hearthandstove.example",
    street: "1905 Dover Road",
    town: 3,
    service: "retail-showroom",
    hours: 2,
  },
  {
    name: "Merrimack Builders",
    domain: "merrimackbuilders.example",
    street: "77 Hall Street",
    town: 1,
    service: "post-construction",
    hours: 6,
  },
  {
    name: "Clough Hill Homes",
    domain: "cloughhillhomes.example",
    street: "9 Clough Hill Road",
    town: 7,
    service: "post-construction",
    hours: 5,
  },
];

/** Two-digit ends of the numbers 555-01xx, which reach nobody, that the small demo doesn't use. */
const ENDS = Array.from({ length: 60 }, (_, end) => end).filter(
  (end) => (end < 10 || end > 21) && end !== 42,
);
/** Area codes of New Hampshire and of those who have a second home there. */
const AREAS = ["603", "617", "978", "207", "781"];

/** The phone of somebody by their place: nobody else's. */
export function phoneOf(place: number): string {
  const end = ENDS[place % ENDS.length] ?? 0;
  return `(${AREAS[Math.floor(place / ENDS.length)] ?? "802"}) 555-01${String(end).padStart(2, "0")}`;
}
