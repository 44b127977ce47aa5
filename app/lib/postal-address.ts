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
