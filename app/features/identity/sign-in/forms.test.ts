import { describe, expect, test } from "vitest";
import {
  CODE_PATTERN,
  codeSchema,
  forgotPasswordSchema,
  recoveryCodeSchema,
  resetPasswordSchema,
  signInSchema,
  signUpSchema,
} from "./forms";

const SIGN_UP = {
  first_name: "Ada",
  last_name: "Lovelace",
  email: "ada@mail.example",
  password: "tulips and rain",
  terms: "on",
};

type Parsed = {
  success: boolean;
  data?: unknown;
  error?: { issues: { path: PropertyKey[]; message: string }[] };
};

/** Error messages by field name. */
const errorsOf = ({ error }: Parsed) =>
  Object.fromEntries((error?.issues ?? []).map(({ path, message }) => [path.join("."), message]));

describe("the sign-up form", () => {
  const parse = (changes: Record<string, unknown> = {}) => signUpSchema.safeParse({ ...SIGN_UP, ...changes });

  test("trims names, collapses spaces and lowercases the email", () => {
    const typed = { first_name: "  Ada \u0000 Maria ", email: " Ada@Mail.EXAMPLE\t" };
    expect(parse(typed).data).toEqual({ ...SIGN_UP, first_name: "Ada Maria", email: "ada@mail.example" });
  });

  test.each(["O’Brien-Nuñez", "李", "Łukasz", "<b>Ada</b>", "🌲"])(
    "accepts the first name %s",
    (first_name) => {
      expect(parse({ first_name }).data).toMatchObject({ first_name });
    },
  );

  test("reports every missing field in the order of the form", () => {
    expect(errorsOf(signUpSchema.safeParse({}))).toEqual({
      first_name: "First name is required",
      last_name: "Last name is required",
      email: "Email is required",
      password: "Password is required",
      terms: "Please accept the terms to create an account",
    });
  });

  test.each([
    ["first_name", "", "First name is required"],
    ["first_name", " \u200b\u0000 ", "First name is required"],
    ["first_name", "a".repeat(81), "First name can have at most 80 characters"],
    ["last_name", 7, "Last name is required"],
    ["last_name", "b".repeat(81), "Last name can have at most 80 characters"],
    ["email", "", "Email is required"],
    ["email", "ada", "Please enter a valid email address"],
    ["email", "ada@", "Please enter a valid email address"],
    ["email", "ada@mail", "Please enter a valid email address"],
    ["email", "ada@mail.example, eve@evil.example", "Please enter a valid email address"],
    ["email", "ada@mail.example\nbcc:eve@evil.example", "Please enter a valid email address"],
    ["email", "<ada@mail.example>", "Please enter a valid email address"],
    ["email", `${"a".repeat(250)}@mail.example`, "Email can have at most 254 characters"],
    ["email", ["ada@mail.example"], "Email is required"],
    ["password", "", "Password is required"],
    ["password", "1234567", "Password must be at least 8 characters"],
    ["password", "a".repeat(129), "Password can have at most 128 characters"],
    ["password", null, "Password is required"],
    ["terms", "", "Please accept the terms to create an account"],
    ["terms", "off", "Please accept the terms to create an account"],
  ])('rejects %s %j with "%s"', (field, value, message) => {
    expect(errorsOf(parse({ [field]: value }))).toEqual({ [field]: message });
  });

  test("does not change the password", () => {
    for (const password of [" eight  sp ", "pässwörd!", "<script>x</script>", "密码密码密码密码"]) {
      expect(parse({ password }).data).toMatchObject({ password });
    }
  });
});

describe("the login form", () => {
  test("accepts a password of any length up to 128 characters", () => {
    const parse = (password: string) => signInSchema.safeParse({ email: "ada@mail.example", password });
    expect(parse("a").success).toBe(true);
    expect(errorsOf(parse(""))).toEqual({ password: "Password is required" });
    expect(errorsOf(parse("a".repeat(129)))).toEqual({
      password: "Password can have at most 128 characters",
    });
  });
});

test("rejects a new password with fewer than 8 characters", () => {
  expect(errorsOf(resetPasswordSchema.safeParse({ password: "seven77" }))).toEqual({
    password: "Password must be at least 8 characters",
  });
  expect(resetPasswordSchema.safeParse({ password: "eight888" }).success).toBe(true);
});

test("the forgotten-password form requires a valid email", () => {
  expect(errorsOf(forgotPasswordSchema.safeParse({ email: "nobody" }))).toEqual({
    email: "Please enter a valid email address",
  });
  expect(forgotPasswordSchema.parse({ email: "ADA@mail.example" })).toEqual({ email: "ada@mail.example" });
});

describe("a two-factor code", () => {
  test.each(["123456", "123 456", " 123456 "])("accepts six digits with or without spaces: %j", (code) => {
    expect(codeSchema.parse({ code })).toEqual({ code: "123456" });
  });

  test.each(["12345", "1234567", "12345a", "１２３４５６", "-12345"])("rejects %j", (code) => {
    expect(errorsOf(codeSchema.safeParse({ code }))).toEqual({
      code: "Code must be the 6 digits from your authenticator app.",
    });
  });

  test("is required", () => {
    expect(errorsOf(codeSchema.safeParse({}))).toEqual({ code: "Code is required" });
    expect(errorsOf(recoveryCodeSchema.safeParse({ code: " " }))).toEqual({
      code: "Recovery code is required",
    });
  });

  test("accepts a recovery code without its dash or with spaces", () => {
    for (const code of ["aB3dE-fG5hI", "aB3dEfG5hI", " aB3dE fG5hI "]) {
      expect(recoveryCodeSchema.parse({ code })).toEqual({ code: "aB3dE-fG5hI" });
    }
    expect(recoveryCodeSchema.parse({ code: "nonsense" })).toEqual({ code: "nonsense" });
  });
});

test.each(["123456", " 123 456 ", "12345", "1234567", "12345a", "", "１２３４５６"])(
  "the browser's pattern accepts the code %j exactly when the server does",
  (code) => {
    const browser = new RegExp(`^(?:${CODE_PATTERN})$`, "v").test(code);
    expect(browser).toBe(codeSchema.safeParse({ code }).success);
  },
);
