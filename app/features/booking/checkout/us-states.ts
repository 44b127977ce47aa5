const CODES = new Set(
  (
    "AL AK AZ AR CA CO CT DE DC FL GA HI ID IL IN IA KS KY LA ME MD MA MI MN MS MO MT NE NV NH NJ NM NY NC ND OH OK OR " +
    "PA RI SC SD TN TX UT VT VA WA WV WI WY AS GU MP PR VI"
  ).split(" "),
);

/** Whether the text can be a state of an address: a postal code of the United States in capitals, or a name. */
export function isState(text: string): boolean {
  return text.length === 2 ? CODES.has(text) : /^\p{L}[\p{L}\p{M} .'-]{2,}$/u.test(text);
}
