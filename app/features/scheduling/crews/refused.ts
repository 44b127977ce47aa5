/** A form of a crew that was not accepted: what was typed stays, and what is wrong stands under its field. */
export type Refused = {
  intent: string;
  /** Of the member whose form it is, where there are several. */
  id: string;
  errors: Record<string, string>;
  values: Record<string, string>;
  message: string | null;
};

export const CREWS_PAGE = "/admin/crews";

export function crewPath(id: string): string {
  return `${CREWS_PAGE}/${id}`;
}

/** The first thing that is wrong with each field of a checked form. */
export function wrongFields(
  error: Record<string, readonly string[] | null> | null | undefined,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(error ?? {}).flatMap(([name, wrong]) => (wrong?.[0] ? [[name, wrong[0]]] : [])),
  );
}
