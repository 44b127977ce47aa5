import { expect, test } from "vitest";
import { redact } from "~/features/operations/backup/download.server";

test.each([
  ['{"msg":"to ada@mail.example failed"}', '{"msg":"to [email] failed"}'],
  ["550 <Ada.L+x@mail.co.uk> unknown", "550 <[email]> unknown"],
  ["call (603) 555-0142 or 603-555-0142", "call [phone] or [phone]"],
  ["/calendar/ffffffffffffffff0123456789abcdef.ics", "/calendar/[token].ics"],
  ["postgres://birch:hunter2@db.internal/site", "postgres://[hidden]@db.internal/site"],
  ['{"password":"hunter2 \\" more","user":1}', '{"password":"[hidden]","user":1}'],
  ["wb.session_token=abcDEF0123456789abcDEF0123456789", "wb.session_token=[token]"],
])("redact turns %s into %s", (line, redacted) => {
  expect(redact(line)).toBe(redacted);
});

test.each([
  '{"level":30,"time":1764000000000,"method":"GET","path":"/admin/bookings/0b8f3a52-6f0e-4c7e-9a39-2f1f0e7d4a11","status":200,"ms":12}',
  "at file:///app/build/server/index.js:1:2 in dumpSiteAndEverythingElseThere",
  '{"time":"2026-06-01T12:00:00.000Z","code":"23P01"}',
])("redact does not change %s", (line) => {
  expect(redact(line)).toBe(line);
});

test.each(["a", "a.", "a@", "1", "1-", '"', "\\", "://a", '"token":"', "+1 603 "])(
  "redact is fast for 100,000 characters of %j",
  (piece) => {
    const line = piece.repeat(Math.ceil(100_000 / piece.length));
    const began = performance.now();
    redact(line);
    expect(performance.now() - began).toBeLessThan(1_000);
  },
);
