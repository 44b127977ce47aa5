/** Colors to choose from; "" is the birch's green. */
export const ACCENTS = [
  { value: "", label: "Birch green" },
  { value: "#1d4ed8", label: "Blue" },
  { value: "#0e7490", label: "Lake" },
  { value: "#7c3aed", label: "Violet" },
  { value: "#be185d", label: "Raspberry" },
  { value: "#b45309", label: "Amber" },
  { value: "#475569", label: "Slate" },
] as const;

/** The chosen color: one of the list, or the one beside "Another color". Null when there is none. */
export function accentOf(form: Record<string, string>): string | null {
  const { accent, other = "" } = form;
  if (accent !== "other") return ACCENTS.find(({ value }) => value === accent)?.value ?? null;
  const hex = other.trim().toLowerCase();
  return /^#[0-9a-f]{6}$/.test(hex) ? hex : null;
}
