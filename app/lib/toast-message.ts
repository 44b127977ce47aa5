/** A form that undoes a change. */
export type Undo = { action: string; fields: Record<string, string> };

/** A short message at the edge of the screen. `destructive`: something went wrong; `undo`: reverses the change. */
export type ToastMessage = { title: string; description?: string; destructive?: boolean; undo?: Undo };

/** The undo form in a request's toast; undefined unless it posts to this site. */
export function parseUndo(value: unknown): Undo | undefined {
  const { action, fields } = (value ?? {}) as Partial<Undo>;
  if (typeof action !== "string" || !/^\/(?!\/)/.test(action) || typeof fields !== "object") return undefined;
  const entries = Object.entries(fields ?? {}).filter(([, text]) => typeof text === "string");
  return { action, fields: Object.fromEntries(entries) };
}
