/** Who did something, without naming anybody else: the audit trail holds "role:id" for people. */
export function formatActor(actor: string, ownId: string): string {
  const [role, id] = actor.split(":");
  if (id === ownId) return "you";
  if (role === "admin") return "our team";
  return role === "user" ? "another user" : actor;
}

/** A mail's text without the keys in its links: whoever has one can do what the link is for. */
export function withoutKeys(text: string): string {
  return text.replace(/([?&](?:key|token|session_id)=)[^\s&"'<>\])]+/g, "$1(left out)");
}

/** A name as part of a file's name: "Snow & Birch, Ltd." becomes "snow-birch-ltd". */
export function slugOf(name: string): string {
  const slug = name
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}/gu, "")
    .replace(/[^a-z0-9]+/g, "-")
    .replace(/^-|-$/g, "");
  return slug.slice(0, 60) || "my";
}
