import { parseWithZod } from "@conform-to/zod/v4";
import { describe, expect, test } from "vitest";
import { REVIEW_TEXT_MAX, reviewSchema } from "./forms";

function posted(fields: Record<string, string>, disableAutoCoercion: boolean) {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  return parseWithZod(form, { schema: reviewSchema, disableAutoCoercion });
}

describe.each([
  ["as the browser reads it", false],
  ["as the server reads it", true],
])("the review form, %s,", (_where, disable) => {
  test("needs a rating; the text is optional", () => {
    expect(posted({ rating: "5", review_text: "" }, disable)).toMatchObject({
      status: "success",
      value: { rating: 5, review_text: "" },
    });
    expect(posted({ rating: "1", review_text: " Dusty.\r\nStill. " }, disable)).toMatchObject({
      value: { rating: 1, review_text: "Dusty.\nStill." },
    });
  });

  test.each([
    [undefined, false],
    ["on", true],
    ["yes", false],
  ])("with the box %s sets consent to %s", (box, may_publish) => {
    const fields = { rating: "5", ...(box && { may_publish: box }) };
    expect(posted(fields, disable)).toMatchObject({ status: "success", value: { may_publish } });
  });

  test.each(["", "0", "6", "4.5", "five", "55"])("refuses '%s' stars", (rating) => {
    const submission = posted({ rating, review_text: "Fine." }, disable);
    expect(submission.reply().error).toEqual({ rating: ["Please choose 1 to 5 stars"] });
  });

  test("refuses a missing rating and a text that is too long", () => {
    expect(posted({ review_text: "Fine." }, disable).reply().error).toEqual({
      rating: ["Please choose 1 to 5 stars"],
    });
    const review_text = "é".repeat(REVIEW_TEXT_MAX);
    expect(posted({ rating: "5", review_text }, disable).status).toBe("success");
    expect(posted({ rating: "5", review_text: `${review_text}!` }, disable).reply().error).toEqual({
      review_text: ["Your review can have at most 2000 characters"],
    });
  });
});
