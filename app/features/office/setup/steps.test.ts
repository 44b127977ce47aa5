import { describe, expect, test } from "vitest";
import { checklistOf, isComplete, type SetupFacts } from "./checklist";
import { countDone, neighborsOf, openStep, parseSteps, STEPS, withStep } from "./steps";

describe("the steps of the guide", () => {
  test("are kept in one text, and what is unknown in it counts for nothing", () => {
    const stored = withStep(withStep("", "area", "skipped"), "company", "done");
    expect(stored).toBe("company=done area=skipped");
    expect(parseSteps(`${stored} moon=done look=perhaps`)).toEqual({ company: "done", area: "skipped" });
  });

  test("stay done when they are skipped later, and are done when they were skipped before", () => {
    expect(withStep("area=done", "area", "skipped")).toBe("area=done");
    expect(withStep("area=skipped", "area", "done")).toBe("area=done");
  });

  test("are failed from a test that did not work until one works or they are saved again, and skipping hides no failure", () => {
    expect(withStep("email=done", "email", "failed")).toBe("email=failed");
    expect(withStep("email=failed", "email", "skipped")).toBe("email=failed");
    expect(withStep("email=failed", "email", "done")).toBe("email=done");
    expect(countDone(parseSteps("company=done email=failed"))).toBe(1);
  });

  test("resume at the first one that is open", () => {
    expect(openStep({ company: "done", look: "skipped" })).toBe("region");
    expect(openStep(Object.fromEntries(STEPS.map(({ name }) => [name, "skipped"])))).toBeNull();
    expect(countDone({ company: "done", look: "skipped" })).toBe(1);
  });

  test("know what comes before and after", () => {
    expect(neighborsOf("company")).toEqual({ back: null, next: "look" });
    expect(neighborsOf("texts")).toEqual({ back: "owner", next: null });
  });
});

const READY: SetupFacts = {
  steps: { area: "done", hours: "done", payments: "done", texts: "done" },
  named: true,
  reachable: true,
  address: true,
  services: 2,
  staffed_crews: 1,
  mail: true,
  cards: false,
  second_factor: true,
};

describe("the checklist before the first customer", () => {
  test("is complete when nothing is missing", () => expect(isComplete(checklistOf(READY))).toBe(true));

  test.each([
    [{ named: false }, "Name your company"],
    [{ reachable: false }, "Give a phone and email that reach you"],
    [{ address: false }, "Enter your postal address, which newsletters need"],
    [{ steps: { ...READY.steps, area: "skipped" } }, "Say where you clean"],
    [{ steps: { ...READY.steps, hours: undefined } }, "Set your opening hours"],
    [{ services: 0 }, "Offer at least one service"],
    [{ staffed_crews: 0 }, "Add a crew with a member"],
    [{ mail: false }, "Connect a mail server"],
    [{ steps: { ...READY.steps, email: "failed" } }, "Connect a mail server"],
    [{ cards: true, steps: { ...READY.steps, payments: "failed" } }, "Choose how customers pay"],
    [{ steps: { ...READY.steps, payments: undefined } }, "Choose how customers pay"],
    [{ steps: { ...READY.steps, texts: undefined } }, "Read the texts of your site"],
    [{ second_factor: false }, "Protect your account with a second factor"],
  ] as [Partial<SetupFacts>, string][])("names what is missing: %o", (lack, title) => {
    const missing = checklistOf({ ...READY, ...lack }).filter(({ done }) => !done);
    expect(missing.map((item) => item.title)).toEqual([title]);
  });

  test("counts Stripe's keys as a choice of payment", () => {
    const facts = { ...READY, cards: true, steps: { ...READY.steps, payments: undefined } };
    expect(isComplete(checklistOf(facts))).toBe(true);
  });
});
