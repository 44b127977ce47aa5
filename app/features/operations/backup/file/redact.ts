/** Looked for at the beginnings of words only: a long line without any would take minutes. */
const EMAIL = /(?<![\w.+-])[\w.+-]+@[\w-]+(?:\.[\w-]+)+/g;
const PHONE = /(?<![\w.-])(?:\+?1[ .-]?)?\(?\d{3}\)?[ .-]\d{3}[ .-]\d{4}(?![\w-])/g;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
/** Long words with letters and digits: what links and cookies carry. */
const TOKEN = /[\w-]{24,}/g;
const LOGIN_IN_URL = /(:\/\/)[^\s/@"]+@/g;
const NAMED = /("(?:password|secret|token|card|authorization|cookie)"\s*:\s*)"(?:[^"\\]|\\.)*"/gi;

/**
 * A line of the log as it may leave the site: without addresses, telephone numbers, tokens and passwords. Ids stay, they
 * tell what it is about.
 */
export function redact(line: string): string {
  return line
    .replace(NAMED, '$1"[hidden]"')
    .replace(LOGIN_IN_URL, "$1[hidden]@")
    .replace(EMAIL, "[email]")
    .replace(PHONE, "[phone]")
    .replace(TOKEN, (word) => (UUID.test(word) || !/\d/.test(word) ? word : "[token]"));
}
