import { describe, expect, test } from "vitest";
import { backupFileName, isInterrupted, isNightlyDue, prunable, type Status } from "./backup";

const ZONE = "America/New_York";
const at = (text: string) => Temporal.Instant.from(text);
const night = (created_at: string, status: Status = "verified") => ({ status, created_at: at(created_at) });

describe("the nightly backup is due", () => {
  test.each<[string, string, ReturnType<typeof night> | null, boolean]>([
    ["not before 2:00 AM", "2026-06-02T05:59:59Z", null, false],
    ["at 2:00 AM", "2026-06-02T06:00:00Z", null, true],
    ["once a night", "2026-06-02T06:15:00Z", night("2026-06-02T06:00:00Z"), false],
    ["the next night again", "2026-06-03T06:00:00Z", night("2026-06-02T06:00:00Z"), true],
    ["later, when nobody was there", "2026-06-02T20:00:00Z", night("2026-05-30T06:00:00Z"), true],
    [
      "not again soon after a failure",
      "2026-06-02T06:45:00Z",
      night("2026-06-02T06:00:00Z", "failed"),
      false,
    ],
    ["again an hour after a failure", "2026-06-02T07:00:00Z", night("2026-06-02T06:00:00Z", "failed"), true],
    [
      "not again after a corrupt one",
      "2026-06-02T09:00:00Z",
      night("2026-06-02T06:00:00Z", "corrupt"),
      false,
    ],
    ["not while it is made", "2026-06-02T09:00:00Z", night("2026-06-02T06:00:00Z", "running"), false],
    ["when 2:00 AM does not exist: at 3:00 AM", "2026-03-08T07:00:00Z", null, true],
    ["and not before", "2026-03-08T06:59:00Z", night("2026-03-07T07:00:00Z"), false],
    ["in winter an hour later", "2026-11-01T06:30:00Z", night("2026-10-31T06:00:00Z"), false],
    ["once in the longer night", "2026-11-01T08:00:00Z", night("2026-11-01T07:00:00Z"), false],
  ])("%s", (_, now, newest, due) => {
    expect(isNightlyDue(at(now), ZONE, newest)).toBe(due);
  });
});

test("a backup that is still running after six hours counts as interrupted", () => {
  const began = { status: "running" as Status, updated_at: at("2026-06-02T06:00:00Z") };
  expect(isInterrupted(began, at("2026-06-02T11:59:59Z"))).toBe(false);
  expect(isInterrupted(began, at("2026-06-02T12:00:00Z"))).toBe(true);
  expect(isInterrupted({ ...began, status: "checking" }, at("2026-06-02T12:00:00Z"))).toBe(true);
  expect(isInterrupted({ ...began, status: "made" }, at("2026-06-03T12:00:00Z"))).toBe(false);
});

describe("pruning", () => {
  const nights = (...statuses: Status[]) =>
    statuses.map((status, index) => ({ id: String(index), reason: "nightly" as const, status }));
  const verified = (count: number) => Array.from({ length: count }, () => "verified" as const);
  const corrupt = (count: number) => Array.from({ length: count }, () => "corrupt" as const);

  test("keeps the fourteen newest nightly backups", () => {
    expect(prunable(nights(...verified(14)))).toEqual([]);
    expect(prunable(nights(...verified(16)))).toEqual(["14", "15"]);
  });

  test("keeps the newest verified backup however old it is", () => {
    expect(prunable(nights(...corrupt(15), "verified", "verified"))).toEqual(["14", "16"]);
  });

  test("neither counts nor deletes backups made by request", () => {
    const asked = { id: "asked", reason: "manual" as const, status: "made" as const };
    expect(prunable([asked, ...nights(...verified(14)), { ...asked, id: "old" }])).toEqual([]);
  });
});

test("the name of a backup file contains its time and reason", () => {
  const id = "0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11";
  expect(backupFileName(at("2026-11-21T07:00:00.123Z"), "before reset", id)).toBe(
    "white-birch-2026-11-21-070000-before-reset-0b8f3a52.jsonl.gz",
  );
});
