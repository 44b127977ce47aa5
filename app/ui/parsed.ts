// Small modules stand in the head and often run before the body has arrived. `await parsed` before the first look at the
// page; listeners on document may be set at once.
export const parsed: Promise<unknown> =
  document.readyState === "loading"
    ? new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }))
    : Promise.resolve();
