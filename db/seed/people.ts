type Person = { first: string; last: string; street: string; city: string; zip: string };

/** The demo company's customers. Numbers of the 555-01xx range and .example addresses reach nobody. */
export const people: [Person, ...Person[]] = [
  { first: "Margaret", last: "Whitcomb", street: "14 Barnstead Road", city: "Pittsfield", zip: "03263" },
  { first: "Daniel", last: "Ouellette", street: "7 Catamount Street", city: "Pittsfield", zip: "03263" },
  { first: "Priya", last: "Raman", street: "211 Loudon Road, Apt 4", city: "Concord", zip: "03301" },
  { first: "Thomas", last: "Bergeron", street: "58 Main Street", city: "Epsom", zip: "03234" },
  { first: "Ellen", last: "Fitzgerald", street: "3 Suncook Valley Road", city: "Barnstead", zip: "03218" },
  { first: "Marcus", last: "Hale", street: "96 Pleasant Street", city: "Concord", zip: "03301" },
  { first: "Sofia", last: "Lindqvist", street: "22 Chichester Street", city: "Chichester", zip: "03258" },
  { first: "Robert", last: "Desrosiers", street: "130 Tilton Hill Road", city: "Pittsfield", zip: "03263" },
  { first: "Hannah", last: "Abbott", street: "41 Center Road", city: "Gilmanton", zip: "03237" },
  { first: "Wei", last: "Chen", street: "9 Eagle Square", city: "Concord", zip: "03301" },
  { first: "Laura", last: "Pelletier", street: "77 River Street", city: "Manchester", zip: "03101" },
  { first: "George", last: "Stavros", street: "5 Clinton Street", city: "Northwood", zip: "03261" },
];

/** Where a demo customer's mails go: to nobody. */
export function demoEmail({ first, last }: { first: string; last: string }): string {
  return `${first}.${last}@mail.example`.toLowerCase();
}
