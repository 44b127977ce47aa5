import { expect, test } from "vitest";
import { type BackupRow, fileSize, filesNotIn, healthOf, type Status } from "./backup";

test.each([
  [0, "1 KB"],
  [400, "1 KB"],
  [12_345, "12 KB"],
  [999_400, "999 KB"],
  [999_600, "1.0 MB"],
  [1_234_567, "1.2 MB"],
  [45_600_000, "46 MB"],
  [3_200_000_000, "3.2 GB"],
])("%i bytes are formatted as %s", (bytes, words) => {
  expect(fileSize(bytes)).toBe(words);
});

const rows = (...statuses: Status[]): BackupRow[] =>
  statuses.map((status, index) => ({
    ...{
      id: String(index),
      made: "",
      reason: "nightly",
      status,
      encrypted: false,
      bytes: 1,
      error: null,
      files: null,
      verified: null,
    },
  }));

test("damaged backups are always problems, and a failed one only while it is the newest", () => {
  expect(healthOf(rows("failed", "verified")).problems).toMatchObject([{ id: "0" }]);
  expect(healthOf(rows("running", "failed", "verified")).problems).toMatchObject([{ id: "1" }]);
  expect(healthOf(rows("verified", "failed", "corrupt")).problems).toMatchObject([{ id: "2" }]);
});

test("the newest verified backup is named whatever came after it", () => {
  expect(healthOf(rows("running", "corrupt", "verified", "verified"))).toMatchObject({
    last_verified: { id: "2" },
    running: true,
  });
  expect(healthOf([])).toEqual({ last_verified: null, problems: [], running: false, restoring: null });
});

test.each([
  [{ carried: 3, left_out: 0, missing: 0 }, null],
  [{ carried: 3, left_out: 1, missing: 0 }, "1 stored file is only in DATA_DIR/files: copy it, too."],
  [{ carried: 3, left_out: 0, missing: 2 }, "2 stored files are missing in DATA_DIR/files."],
  [
    { carried: 3, left_out: 40, missing: 1 },
    "40 stored files are only in DATA_DIR/files: copy it, too. 1 stored file is missing in DATA_DIR/files.",
  ],
])("of stored files, %o is told as %o", (files, words) => {
  expect(filesNotIn(files, "DATA_DIR/files")).toBe(words);
});
