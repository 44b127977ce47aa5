import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeJson, encodeJson } from "./base64url";

test("an encoded value decodes to the same, in characters that cookies allow", () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = encodeJson(value);
      expect(text).toMatch(/^[\w-]*$/);
      expect(decodeJson(text)).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

/** Any UTF-16 code unit, half a character included. */
const codeUnit = fc.integer({ min: 0, max: 0xffff }).map((code) => String.fromCharCode(code));

test("any other text decodes to null or JSON, never throws", () => {
  fc.assert(fc.property(fc.string({ unit: codeUnit }), (text) => void decodeJson(text)));
  expect(decodeJson("")).toBeNull();
  expect(decodeJson("%%%")).toBeNull();
  expect(decodeJson(btoa("\xFF\xFE"))).toBeNull();
});
