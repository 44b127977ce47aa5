import { expect } from "@playwright/test";

/** Properties of the single event of a calendar file, by name. Checks the format (RFC 5545). */
export function readEvent(file: string): Map<string, string> {
  expect(file, "lines end with CR LF").not.toMatch(/[^\r]\n/);
  const lines = file
    .replace(/\r\n[ \t]/g, "")
    .trimEnd()
    .split("\r\n");
  expect(lines[0]).toBe("BEGIN:VCALENDAR");
  expect(lines.at(-1)).toBe("END:VCALENDAR");
  expect(lines).toContain("VERSION:2.0");
  expect(lines.filter((line) => line === "BEGIN:VEVENT")).toHaveLength(1);
  const event = lines.slice(lines.indexOf("BEGIN:VEVENT") + 1, lines.indexOf("END:VEVENT"));
  return new Map(
    event.map((line) => {
      const colon = line.indexOf(":");
      return [line.slice(0, colon).split(";")[0] ?? "", line.slice(colon + 1).replace(/\\([,;\\])/g, "$1")];
    }),
  );
}
