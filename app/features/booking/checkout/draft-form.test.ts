import { expect, test } from "vitest";
import { draftWithForm, EMPTY_DRAFT } from "./draft";

const draft = {
  ...EMPTY_DRAFT,
  id: "0b8f7f4e-2f0c-4a53-9f0e-3f6f0d1c2b3a",
  service: "regular",
  hours: 6,
  address: { street: "", city: "Pittsfield", state: "NH", zip: "03263" },
};

test("a form's fields count, and what has no field there stays", () => {
  expect(draftWithForm(draft, { service: "deep", street: "14 Barnstead Road" })).toEqual({
    ...draft,
    service: "deep",
    address: { ...draft.address, street: "14 Barnstead Road" },
  });
});

test("without fields it is the draft itself", () => {
  expect(draftWithForm(draft, {})).toEqual(draft);
});
