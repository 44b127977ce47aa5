export const SETUP_PAGE = "/admin/setup";

/** The steps of the setup guide, in their order. */
export const STEPS = [
  { name: "company", title: "Your company", about: "What customers read on every page and in every email." },
  {
    name: "look",
    title: "Look",
    about: "Your logo and color. Text on it stays easy to read, whatever you choose.",
  },
  { name: "region", title: "Time zone and taxes", about: "Times and prices are shown by these." },
  { name: "area", title: "Service area", about: "Where you clean. Others can ask, and you decide." },
  { name: "hours", title: "Opening hours", about: "When visits can be booked." },
  {
    name: "services",
    title: "Services and prices",
    about: "What you sell. You can change every word later.",
  },
  { name: "crews", title: "Crews", about: "Who comes. Each crew has a calendar of its own." },
  { name: "email", title: "Email", about: "The mail server that sends confirmations and reminders." },
  { name: "payments", title: "Payments", about: "How customers pay when they book." },
  { name: "policy", title: "Cancellations", about: "What a late cancellation and a no-show cost." },
  { name: "owner", title: "Your account", about: "What protects the data of your customers." },
  { name: "texts", title: "First texts", about: "Read what your site says before customers do." },
] as const;

export type StepName = (typeof STEPS)[number]["name"];
/** `failed`: saved, but the test of what was saved did not work. */
const STATES = ["done", "skipped", "failed"] as const;
export type StepState = (typeof STATES)[number];
export type StepStates = Partial<Record<StepName, StepState>>;

function isStep(name: string | undefined): name is StepName {
  return STEPS.some((step) => step.name === name);
}

/** A step whose form has fields only. That of the look has a file, so it is a route of its own. */
export type FieldStep = Exclude<StepName, "look">;

export const isFieldStep = (name: string | undefined): name is FieldStep => isStep(name) && name !== "look";

/** How far the guide is, out of its setting: "company=done area=skipped". What is unknown is left out. */
export function parseSteps(stored: string): StepStates {
  const states: StepStates = {};
  for (const part of stored.split(" ")) {
    const [name, state] = part.split("=");
    const known = STATES.find((one) => one === state);
    if (isStep(name) && known) states[name] = known;
  }
  return states;
}

/** The setting with one more step. A step stays done or failed when it is skipped later. */
export function withStep(stored: string, name: StepName, state: StepState): string {
  const before = parseSteps(stored);
  const after = { ...before, [name]: state === "skipped" ? (before[name] ?? state) : state };
  return STEPS.flatMap((step) => (after[step.name] ? [`${step.name}=${after[step.name]}`] : [])).join(" ");
}

/** The first step that was not gone through; null when all were. */
export function openStep(states: StepStates): StepName | null {
  return STEPS.find(({ name }) => !states[name])?.name ?? null;
}

export const countDone = (states: StepStates) => STEPS.filter(({ name }) => states[name] === "done").length;

export function stepPath(name: StepName): string {
  return `${SETUP_PAGE}/${name}`;
}

/** The steps before and after; null at the ends. */
export function neighborsOf(name: StepName): { back: StepName | null; next: StepName | null } {
  const at = STEPS.findIndex((step) => step.name === name);
  return { back: STEPS[at - 1]?.name ?? null, next: STEPS[at + 1]?.name ?? null };
}

/** What a step's form is sent as: what connects the site to others needs a fresh proof (office-pages.ts). */
export const intentOf = (name: StepName) => (name === "email" || name === "payments" ? name : "save");
