import { describe, expect, test } from "vitest";
import { categoryOf, FORMS, formValues, SECRET_FIELDS, SETTINGS_TABS, settingsTab } from "./forms";
import { parseSettings, SECRETS } from "./settings";

const valid = {
  general: {
    company_name: "White Birch",
    contact_email: "office@birch.example",
    phone: "(603) 555-0142",
    relay_phone: "",
    company_description: "Careful cleaning.",
    social_facebook: "https://www.facebook.com/snow",
    social_instagram: "",
    social_x: "",
    timezone: "America/New_York",
    travel_buffer_minutes: "30",
    drive_times: "on",
    miles_per_hour: "25",
  },
  notifications: {},
  payments: { stripe_public_key: "", default_currency: "USD", tax_rate: "8.5" },
  users: {},
  email: { smtp_host: "", smtp_port: "587", smtp_user: "", from_email: "" },
};

test.each([
  ["general", "general"],
  ["email", "email"],
  [null, "general"],
  ["", "general"],
  ["advanced ", "general"],
  ["__proto__", "general"],
])("?tab=%s opens the tab %s", (param, tab) => expect(settingsTab(param)).toBe(tab));

test.each(SETTINGS_TABS)("values saved on the tab %s are read back unchanged", (tab) => {
  const stored: Record<string, string | undefined> = FORMS[tab].parse(valid[tab]);
  const rows = Object.entries(stored).flatMap(([key, value]) =>
    value === undefined || key in SECRET_FIELDS ? [] : [{ category: categoryOf(tab, key), key, value }],
  );
  const again: Record<string, string | undefined> = FORMS[tab].parse(formValues(parseSettings(rows), tab));
  expect(again).toEqual(stored);
});

test("every secret has a field, and no form shows a secret's value", () => {
  expect(Object.values(SECRET_FIELDS).sort()).toEqual([...SECRETS].sort());
  const rows = SECRETS.map((name) => {
    const [category = "", key = ""] = name.split(".");
    return { category, key, value: "sealed" };
  });
  const values = SETTINGS_TABS.flatMap((tab) => Object.values(formValues(parseSettings(rows), tab)));
  expect(values).not.toContain("sealed");
});

describe("an invalid field gets an error message:", () => {
  test.each([
    ["general", "company_name", "", "Company name is required"],
    ["general", "company_name", "  \u0000 ", "Company name is required"],
    ["general", "company_name", "x".repeat(81), "Company name can have at most 80 characters"],
    ["general", "contact_email", "office", "Please enter a valid email address"],
    ["general", "contact_email", "", "Email is required"],
    ["general", "phone", "abc", "Phone must be a phone number, like (603) 555-0142"],
    ["general", "relay_phone", "abc", "Phone must be a phone number, like (603) 555-0142"],
    ["general", "social_x", "http://x.com/snow", "X page must be an address that begins with https://"],
    [
      "general",
      "social_facebook",
      "javascript:alert(1)",
      "Facebook page must be an address that begins with https://",
    ],
    ["general", "timezone", "Mars/Olympus", "Please choose a time zone"],
    ["general", "travel_buffer_minutes", "", "Travel time is required"],
    ["general", "travel_buffer_minutes", "-5", "Travel time must be a whole number from 0 to 240"],
    ["general", "travel_buffer_minutes", "1.5", "Travel time must be a whole number from 0 to 240"],
    ["general", "travel_buffer_minutes", "241", "Travel time must be a whole number from 0 to 240"],
    ["general", "miles_per_hour", "", "Speed must be a whole number from 5 to 80"],
    ["general", "miles_per_hour", "4", "Speed must be a whole number from 5 to 80"],
    ["general", "miles_per_hour", "81", "Speed must be a whole number from 5 to 80"],
    ["general", "miles_per_hour", "30.5", "Speed must be a whole number from 5 to 80"],
    ["payments", "default_currency", "JPY", "Please choose a currency"],
    ["payments", "tax_rate", "", "Tax rate is required"],
    ["payments", "tax_rate", "100.01", "Tax rate must be a number from 0 to 100"],
    ["payments", "tax_rate", "-1", "Tax rate must be a number from 0 to 100"],
    ["payments", "tax_rate", "8,5", "Tax rate must be a number from 0 to 100"],
    ["payments", "tax_rate", "1e1", "Tax rate must be a number from 0 to 100"],
    ["payments", "stripe_public_key", "sk_live_1", "A publishable key starts with pk_test_ or pk_live_"],
    ["payments", "stripe_secret_key", "pk_live_1", "A secret key starts with sk_test_ or sk_live_"],
    ["payments", "stripe_webhook_secret", "sk_live_1", "A signing secret starts with whsec_"],
    ["email", "smtp_host", "smtp://mail.example", "Please enter a host name, like smtp.example.com"],
    ["email", "smtp_host", "mail server", "Please enter a host name, like smtp.example.com"],
    ["email", "smtp_port", "", "Port is required"],
    ["email", "smtp_port", "0", "Port must be a whole number from 1 to 65535"],
    ["email", "smtp_port", "65536", "Port must be a whole number from 1 to 65535"],
    ["email", "smtp_port", "25.5", "Port must be a whole number from 1 to 65535"],
    ["email", "from_email", "noreply", "Please enter a valid email address"],
  ] as const)("%s %s %j", (tab, field, value, message) => {
    const { error } = FORMS[tab].safeParse({ ...valid[tab], [field]: value });
    expect(error?.issues).toMatchObject([{ path: [field], message }]);
  });
});

test.each([
  ["payments", "tax_rate", " 8.50 % ", "8.5"],
  ["payments", "tax_rate", "0", "0"],
  ["payments", "tax_rate", "100", "100"],
  ["payments", "collect_tax", "on", "true"],
  ["payments", "collect_tax", undefined, "false"],
  ["general", "travel_buffer_minutes", " 045 ", "45"],
  ["email", "smtp_port", "0025", "25"],
  ["email", "smtp_host", " SMTP.Example.com ", "smtp.example.com"],
  ["general", "company_name", "  White \n Birch ", "White Birch"],
] as const)("%s %s %j is stored as %j", (tab, field, value, stored) => {
  const values: Record<string, unknown> = FORMS[tab].parse({ ...valid[tab], [field]: value });
  expect(values[field]).toBe(stored);
});
