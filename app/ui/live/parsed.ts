// Small modules in the head often run before the body has arrived. `await parsed` before you read the page. You may add
// listeners to document at once.
export const parsed: Promise<unknown> =
  document.readyState === "loading"
    ? new Promise((done) => document.addEventListener("DOMContentLoaded", done, { once: true }))
    : Promise.resolve();
