import { expect, test } from "vitest";
import { applicationSchema } from "./forms";

const valid = {
  name: "Noah Tremblay",
  email: "noah@mail.example",
  phone: "6035550177",
  coverLetter: "I have cleaned a hotel for two years.",
};

function messagesOf(changes: object) {
  const { error } = applicationSchema.safeParse({ ...valid, ...changes });
  return error?.issues.map(({ path, message }) => `${String(path[0])}: ${message}`) ?? [];
}

test.each([
  [{ name: "N" }, ["name: Name must be at least 2 characters"]],
  [{ email: "noah@" }, ["email: Please enter a valid email address"]],
  [{ phone: "603555017" }, ["phone: Please enter a valid phone number"]],
  [{ phone: undefined }, ["phone: Please enter a valid phone number"]],
  [{ phone: "1".repeat(41) }, ["phone: Phone number can have at most 40 characters"]],
  [{ coverLetter: "x".repeat(29) }, ["coverLetter: Cover letter must be at least 30 characters"]],
  [{ coverLetter: "x".repeat(10_001) }, ["coverLetter: Cover letter can have at most 10,000 characters"]],
  [{ resume: "x".repeat(501) }, ["resume: Resume or LinkedIn URL can have at most 500 characters"]],
  [{ resume: "I will bring it along" }, []],
  [{ experience: "", availability: "Weekends" }, []],
  [{ coverLetter: "x".repeat(30), phone: "0123456789" }, []],
])("the application form reports what is wrong with %j", (changes, complaints) => {
  expect(messagesOf(changes)).toEqual(complaints);
});
