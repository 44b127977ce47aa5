/** What stands on a card. */
export type Printed = {
  company: string;
  /** "$100.00". */
  amount: string;
  to: string;
  from: string;
  message: string | null;
  code: string;
  /** Where the code is redeemed. */
  url: string;
};

/** Characters in a line of the message. */
const LINE = 52;
const LINES = 6;

/** Breaks a message into lines that fit on the card. */
export function linesOf(message: string | null): string[] {
  const lines = (message ?? "").split("\n").flatMap((paragraph) => {
    const rows: string[] = [];
    for (const word of paragraph.split(" ")) {
      const last = rows.at(-1);
      if (last !== undefined && `${last} ${word}`.length <= LINE) rows[rows.length - 1] = `${last} ${word}`;
      else rows.push(word.slice(0, LINE));
    }
    return rows;
  });
  const shown = lines.filter((line, index) => line !== "" || index > 0).slice(0, LINES);
  return lines.length > LINES
    ? [...shown.slice(0, LINES - 1), `${shown[LINES - 1]?.slice(0, LINE - 1)}…`]
    : shown;
}

/** A dark leaf on either side of a light one, as in the logo: centers and lean. */
const LEAVES = [
  [520, 70, -28],
  [548, 58, 0],
  [576, 70, 28],
] as const;

/** The card as a picture (SVG), 640 by 400. */
export function giftPicture(card: Printed): string {
  const text = (x: number, y: number, size: number, words: string, more = "") =>
    `<text x="${x}" y="${y}" font-size="${size}" ${more}>${escapeXml(words)}</text>`;
  const leaves = LEAVES.map(
    ([x, y, turn]) =>
      `<ellipse cx="${x}" cy="${y}" rx="11" ry="30" fill="#A9C3B0" transform="rotate(${turn} ${x} ${y + 30})"/>`,
  ).join("");
  const message = linesOf(card.message)
    .map((line, index) => text(40, 206 + index * 20, 15, line))
    .join("");
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 400" width="640" height="400" role="img" aria-label="${escapeXml(`Gift card of ${card.amount} for ${card.to}`)}" font-family="Georgia, serif">
<rect width="640" height="400" rx="24" fill="#FBFAF6"/><rect width="640" height="132" rx="24" fill="#1F4D3A"/><rect y="108" width="640" height="24" fill="#1F4D3A"/>${leaves}
<g fill="#FFFFFF">${text(40, 58, 24, card.company)}${text(40, 104, 34, card.amount, 'font-weight="bold"')}</g>
<g fill="#17251F">${text(40, 172, 18, `For ${card.to}, from ${card.from}`)}${message}
<rect x="40" y="322" width="560" height="52" rx="10" fill="#E8EFE9"/>${text(320, 355, 22, card.code, 'text-anchor="middle" font-family="monospace" letter-spacing="1"')}</g>
</svg>`;
}

function escapeXml(text: string): string {
  return text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);
}

/** The card as a page to print (PDF, A5 across). Letters that its built-in fonts lack become question marks. */
export function giftDocument(card: Printed): string {
  const show = (x: number, y: number, font: string, size: number, words: string) =>
    `BT /${font} ${size} Tf ${x} ${y} Td (${escapePdf(words)}) Tj ET`;
  const page = [
    "0.984 0.98 0.965 rg 0 0 595 420 re f",
    "0.122 0.302 0.227 rg 0 290 595 130 re f",
    "1 1 1 rg",
    show(40, 368, "Serif", 22, card.company),
    show(40, 316, "Bold", 34, card.amount),
    "0.09 0.145 0.122 rg",
    show(40, 256, "Serif", 16, `For ${card.to}, from ${card.from}`),
    ...linesOf(card.message).map((line, index) => show(40, 226 - index * 18, "Serif", 13, line)),
    "0.91 0.937 0.914 rg 40 62 515 44 re f",
    "0.09 0.145 0.122 rg",
    show(159, 78, "Mono", 20, card.code),
    show(40, 34, "Serif", 11, `Redeem it at ${card.url}`),
  ].join("\n");
  const font = (name: string) =>
    `<< /Type /Font /Subtype /Type1 /BaseFont /${name} /Encoding /WinAnsiEncoding >>`;
  return pdfOf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 420] /Contents 4 0 R /Resources << /Font << /Serif 5 0 R /Bold 6 0 R /Mono 7 0 R >> >> >>",
    `<< /Length ${page.length} >>\nstream\n${page}\nendstream`,
    font("Times-Roman"),
    font("Times-Bold"),
    font("Courier-Bold"),
  ]);
}

/** A document of these objects, with the table that says where each begins. All of it is ASCII. */
function pdfOf(objects: string[]): string {
  let text = "%PDF-1.4\n";
  const starts = objects.map((object, index) => {
    const start = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return start;
  });
  const table = starts.map((start) => `${String(start).padStart(10, "0")} 00000 n \n`).join("");
  const size = objects.length + 1;
  return `${text}xref\n0 ${size}\n0000000000 65535 f \n${table}trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
}

/** Letters of Windows-1252 that are elsewhere in Unicode. */
const ELSEWHERE: Record<string, number> = {
  "€": 128,
  "…": 133,
  "‘": 145,
  "’": 146,
  "“": 147,
  "”": 148,
  "–": 150,
  "—": 151,
};

function escapePdf(text: string): string {
  return Array.from(text, (letter) => {
    const code = ELSEWHERE[letter] ?? letter.codePointAt(0) ?? 63;
    if (code > 255 || code < 32 || (code > 126 && code < 160 && !ELSEWHERE[letter])) return "?";
    return "()\\".includes(letter) || code > 126 ? `\\${code.toString(8).padStart(3, "0")}` : letter;
  }).join("");
}
