/** A form to post when a change is not wanted after all. */
export type Undo = { action: string; fields: Record<string, string> };

/** A short message at the edge of the screen; `destructive` when something went wrong, `undo` takes back what it tells. */
export type ToastMessage = { title: string; description?: string; destructive?: boolean; undo?: Undo };

/** The undo of a message that came back with a request, if it is one: it may lead to this site only. */
export function parseUndo(value: unknown): Undo | undefined {
  const { action, fields } = (value ?? {}) as Partial<Undo>;
  if (typeof action !== "string" || !/^\/(?!\/)/.test(action) || typeof fields !== "object") return undefined;
  const entries = Object.entries(fields ?? {}).filter(([, text]) => typeof text === "string");
  return { action, fields: Object.fromEntries(entries) };
}
