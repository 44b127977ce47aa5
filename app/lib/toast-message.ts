/** A short message at the edge of the screen; `destructive` when something went wrong. */
export type ToastMessage = { title: string; description?: string; destructive?: boolean };
