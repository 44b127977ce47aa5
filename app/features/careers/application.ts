/** A full name in the two parts that staff sort by: the first word, and the rest. */
export function splitName(name: string): { first_name: string; last_name: string } {
  const [first_name = "", ...rest] = name.split(" ");
  return { first_name, last_name: rest.join(" ") };
}

/** Where a résumé is, when what was typed is an address of the web; anything else is shown as text, never as a link. */
export function resumeLink(resume: string | null): string | null {
  const url = resume && URL.canParse(resume) ? new URL(resume) : null;
  return url && /^https?:$/.test(url.protocol) ? url.href : null;
}
