import fc from "fast-check";

/** Texts that break parsers, among plain and random ones. */
export const fuzzString = fc.oneof(
  fc.string({ unit: "binary", maxLength: 40 }),
  fc.string({ unit: "grapheme", maxLength: 200 }),
  fc.constantFrom(
    ...[
      "",
      " ",
      "\0",
      "\ud800",
      "\uFFFF",
      "\u202e",
      "'",
      '"',
      "';--",
      "%",
      "_",
      "\\",
      "%00",
      "%ff",
      "../..",
      "{{7*7}}",
    ],
    ...[
      "0",
      "-1",
      "-0",
      "1e999",
      "NaN",
      "Infinity",
      "9007199254740993",
      "99999999999999999999",
      "0x10",
      "1.5",
      "٣",
    ],
    ...[
      "2026-02-30",
      "0000-00-00",
      "9999-12-31",
      "-271821-04-20",
      "24:00",
      "8:00 AM",
      "25:61 PM",
      "+275760-09-13",
    ],
    ...[
      "true",
      "null",
      "[]",
      "{}",
      "__proto__",
      "constructor",
      "toString",
      "a@b.example",
      "a@b",
      "@",
      "javascript:0",
    ],
    ...[
      "00000000-0000-0000-0000-000000000000",
      "~",
      "a~",
      "~a",
      "x~2026-01-01",
      "id~\0",
      "1~1",
      "(((((",
      "[[[[",
      "*",
    ],
  ),
  fc
    .constantFrom("a", "a.", "a@", "-", " ", "0", "=", "\n", "(", "é", "%41")
    .map((piece) => piece.repeat(3_000)),
);

/** Names of fields in the site's forms. */
export const FIELDS =
  "intent id email password name first_name phone date time hours service type q sort after before status month key token redirect session_id view tab rating amount zip zip_code state notes message code secret crew_id from to customer choice url first_day last_day seen attempts visit plan address bedrooms card _routes".split(
    " ",
  );
