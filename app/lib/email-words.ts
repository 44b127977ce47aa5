/**
 * What strangers may write into our mails: whoever fills in a form chooses both the words and the address that they are
 * sent to, so nothing goes along that could be an advertisement or a link.
 */

const LONGEST_NAME = 60;
const LONGEST_PLACE = 200;

/** Letters and marks of any script, spaces, apostrophes, hyphens, periods. */
const NAME = /^\p{L}[\p{L}\p{M} .'’-]*$/u;
/** An address: digits and what stands between its parts, too. */
const PLACE = /^[\p{L}\p{N}][\p{L}\p{M}\p{N} .,'’#&()/-]*$/u;
/** "evil.example", "t.co", also with a part in another script. Initials ("J.R.R.") are none. */
const LINK = /[\p{L}\p{M}\p{N}-]{2}\.[\p{L}\p{N}]|[\p{L}\p{N}]\.[\p{L}\p{N}]{2}|\/\/|\bwww\b/iu;

/** A name that may stand in a mail to somebody who is not known; null when it may be no name. */
export function emailName(name: string | null): string | null {
  const text = name?.trim() ?? "";
  return text.length <= LONGEST_NAME && NAME.test(text) && !LINK.test(text) ? text : null;
}

/** How every mail begins: "Hi Ada Lovelace,", or without a name. */
export function greeting(name: string | null): string {
  const known = emailName(name);
  return known ? `Hi ${known},` : "Hi there,";
}

/** An address that may stand in a mail; other words when it may be something else. */
export function emailPlace(address: string): string {
  const isPlace = address.length <= LONGEST_PLACE && PLACE.test(address) && !LINK.test(address);
  return isPlace ? address : "The address you gave us";
}
