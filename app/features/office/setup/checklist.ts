import { type StepName, type StepStates, stepPath } from "./steps";

/** What a company has before its first customer. */
export type SetupFacts = {
  steps: StepStates;
  /** Whether name, address and phone are the company's own. */
  named: boolean;
  reachable: boolean;
  /** Whether its postal address is complete. */
  address: boolean;
  services: number;
  /** Crews that work and have a member. */
  staffed_crews: number;
  /** Whether the site can send emails. */
  mail: boolean;
  /** Whether customers can pay by card. */
  cards: boolean;
  /** Whether the viewer has a passkey or two-factor. */
  second_factor: boolean;
};

export type ChecklistItem = { title: string; href: string; done: boolean };

/** What is there and what is missing before the first real customer, in the order of the guide. */
export function checklistOf(facts: SetupFacts): ChecklistItem[] {
  const { steps } = facts;
  const item = (step: StepName, title: string, isThere: boolean) => ({
    ...{ title, href: stepPath(step) },
    done: isThere && steps[step] !== "failed",
  });
  return [
    item("company", "Name your company", facts.named),
    item("company", "Give a phone and email that reach you", facts.reachable),
    item("company", "Enter your postal address, which newsletters need", facts.address),
    item("area", "Say where you clean", steps.area === "done"),
    item("hours", "Set your opening hours", steps.hours === "done"),
    item("services", "Offer at least one service", facts.services > 0),
    item("crews", "Add a crew with a member", facts.staffed_crews > 0),
    item("email", "Connect a mail server", facts.mail),
    item("payments", "Choose how customers pay", facts.cards || steps.payments === "done"),
    item("texts", "Read the texts of your site", steps.texts === "done"),
    item("owner", "Protect your account with a second factor", facts.second_factor),
  ];
}

export const isComplete = (items: readonly ChecklistItem[]) => items.every(({ done }) => done);
