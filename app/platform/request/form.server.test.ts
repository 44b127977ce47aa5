import { expect, test } from "vitest";
import { z } from "zod";
import { isUuid } from "~/lib/ids";
import { checkForm, formIdOf, readForm } from "./form.server";

const schema = z.object({ email: z.string(), notes: z.string().optional() });

const posted = (body: BodyInit, headers: Record<string, string> = {}) =>
  readForm(new Request("https://site.example/", { method: "POST", body, headers }));

test.each([
  ["a[100]", "x"],
  ["email[100]", "x"],
  ["email.a", "x"],
  ["__intent__", "x"],
  ["__intent__", '{"type":"reset","payload":{}}'],
  ["__state__", "{"],
  ["__proto__", "x"],
  ["toString", "x"],
])("Conform hears nothing of %s", async (name, value) => {
  const fields = await posted(new URLSearchParams({ email: "a", [name]: value }));
  const submission = checkForm(fields, schema);
  expect(submission).toMatchObject({ status: "success", value: { email: "a" } });
  expect(submission.payload).toEqual({ email: "a" });
});

test("a preprocessed schema still has all its fields", () => {
  const rooms = z.preprocess((fields) => fields, schema);
  expect(checkForm({ email: "a", notes: "b", other: "c" }, rooms).payload).toEqual({
    email: "a",
    notes: "b",
  });
});

test("the last of several fields with one name counts, and files are left out", async () => {
  const body = new FormData();
  for (const value of ["a", "b", new File(["c"], "c.txt")]) body.append("email", value);
  body.append("notes", new File(["c"], "c.txt"));
  expect(await posted(body)).toEqual({ email: "b" });
});

test("a body that is not a form counts as an empty form", async () => {
  const fields = await posted("{}", { "Content-Type": "application/json" });
  expect(fields).toBeNull();
  expect(checkForm(fields, schema)).toMatchObject({ status: "error", payload: {} });
});

test("forms of a page that share an id are told apart by what they are about, and each is the same again", () => {
  const form = { form_id: "0b3c0f5e-7a51-4c43-9d38-0c3f5d1f2a10" };
  const ids = ["late Ana", "late Ben"].map((of) => formIdOf(form, of));
  expect(ids.map(isUuid)).toEqual([true, true]);
  expect(new Set([...ids, formIdOf(form)]).size).toBe(3);
  expect(formIdOf(form, "late Ana")).toBe(ids[0]);
  expect(formIdOf({}, "late Ana")).not.toBe(formIdOf({}, "late Ana"));
});
