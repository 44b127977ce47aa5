/** "Address_2 Street Line 1": the columns of a further home in the same row, as Housecall Pro writes them. */
const NUMBERED = /^address_(\d{1,2}) +(.+)$/i;

/**
 * The rows that a line stands for: itself, and one for each further home, which has its cells where the first home's are. Fields that a
 * further home has no column for are empty there.
 */
export function splitHomes(headers: readonly string[]): (cells: string[]) => string[][] {
  const numbered = headers.flatMap((header, place) => {
    const [, number = "", part = ""] = NUMBERED.exec(header) ?? [];
    return part ? [{ number: Number(number), part: part.toLowerCase(), place }] : [];
  });
  const firsts = numbered.filter(({ number }) => number === 1);
  const further = [...new Set(numbered.map(({ number }) => number))]
    .filter((number) => number > 1)
    .sort((a, b) => a - b);
  return (cells) => {
    const homes = further.map((number) =>
      firsts.map(({ part, place }) => {
        const column = numbered.find((one) => one.number === number && one.part === part);
        return { place, text: (column && cells[column.place]?.trim()) || "" };
      }),
    );
    return [
      cells,
      ...homes
        .filter((home) => home.some(({ text }) => text !== ""))
        .map((home) => cells.map((cell, place) => home.find((one) => one.place === place)?.text ?? cell)),
    ];
  };
}
