import { beforeEach, describe, expect, test } from "vitest";
import { TOKEN_FIELD } from "~/lib/spam-fields";
import { testApp, visibleText } from "../support/app";
import { setSetting } from "../support/bookings";
import { writer } from "../support/public-forms";
import { signedIn } from "../support/sign-in";
import { fieldsOf, toastOf } from "../support/visitor";

const site = await testApp();
const { pool, clear, get, queues } = site;

beforeEach(async () => {
  await clear();
  await setSetting(pool, "site.kind", "demo");
});

const valid = {
  name: "Noah van Tremblay",
  email: "noah@mail.example",
  phone: "6035550177",
  resume: "",
  coverLetter: "I have cleaned a hotel for two years.",
};
const stored = async () => (await pool.query("select * from job_applications order by created_at")).rows;

describe("the careers page", () => {
  test("has everything that the specification names", async () => {
    const html = await (await get("/careers")).text();
    const page = visibleText(html);
    for (const text of [
      "Join Our Team",
      "Professional Growth",
      "Supportive Culture",
      "Flexible Scheduling",
      "Current Openings",
      "Cleaning Specialist",
      "Team Lead",
      "Customer Success Representative",
      "Operations Manager",
      "Portsmouth, NH",
      "Apply Now",
      "Submit Your Application",
      "Initial Screening",
      "Interview Process",
      "Welcome to the Team!",
      "View All Positions",
      "Email Us Directly",
    ]) {
      expect(page).toContain(text);
    }
    expect(html).toContain('href="mailto:hello@whitebirchcleaning.example?subject=Job%20Inquiry"');
    expect(html).not.toContain('id="apply-dialog"');
  });

  test("opens the dialog of the opening in its address", async () => {
    const html = await (await get("/careers?apply=3")).text();
    expect(html).toMatch(/<dialog[^>]*id="apply-dialog"[^>]*open/);
    expect(visibleText(html)).toContain("Apply for Customer Success Representative");
    expect(Object.keys(fieldsOf(html))).toEqual([
      "name",
      "email",
      "phone",
      "resume",
      "experience",
      "availability",
    ]);
  });

  test.each(["0", "5", "x", "", "1' or 1=1"])("ignores ?apply=%s", async (id) => {
    const response = await get(`/careers?apply=${encodeURIComponent(id)}`);
    expect(response.status).toBe(200);
    expect(await response.text()).not.toContain('id="apply-dialog"');
  });

  test("is prefilled for a signed-in visitor", async () => {
    const { cookie } = await signedIn(site, { first_name: "Ottilie", email: "ottilie@mail.example" });
    const fields = fieldsOf(await (await get("/careers?apply=1", { Cookie: cookie })).text());
    expect(fields.email?.value).toBe("ottilie@mail.example");
  });
});

describe("an application", () => {
  test("is stored with its opening and answered with the specification's toast", async () => {
    const response = await writer(site).fillIn("/careers?apply=2", { ...valid, availability: "Weekends" });
    expect([response.status, response.headers.get("Location")]).toEqual([303, "/careers"]);
    expect(toastOf(response)).toEqual({ title: "Application submitted successfully!" });
    expect(await stored()).toMatchObject([
      {
        position: "Team Lead",
        first_name: "Noah",
        last_name: "van Tremblay",
        availability: "Weekends",
        resume_url: null,
      },
    ]);
    expect(await queues.waiting("application-mail")).toHaveLength(1);
    expect(await queues.waiting("application-acknowledged-mail")).toHaveLength(1);
  });

  test("comes back in the open dialog with errors at their fields", async () => {
    const typed = { name: "N", email: "noah", phone: "123", resume: "x".repeat(501), coverLetter: "short" };
    const response = await writer(site).fillIn("/careers?apply=2", typed);
    const html = await response.text();
    expect(response.status).toBe(400);
    expect(html).toMatch(/<dialog[^>]*id="apply-dialog"[^>]*open/);
    expect(fieldsOf(html)).toMatchObject({
      name: { error: "Name must be at least 2 characters", value: "N" },
      email: { error: "Please enter a valid email address", value: "noah" },
      phone: { error: "Please enter a valid phone number", value: "123" },
      resume: { error: "Resume or LinkedIn URL can have at most 500 characters" },
    });
    expect(visibleText(html)).toContain("Cover letter must be at least 30 characters");
    expect(await stored()).toEqual([]);
  });

  test.each(["/careers", "/careers?apply=5"])("for no opening (%s) is not found", async (path) => {
    const response = await writer(site).send(path, valid);
    expect(response.status).toBe(404);
    expect(await stored()).toEqual([]);
  });

  test("that can't be stored stays in the form, with the specification's toast", async () => {
    const person = writer(site);
    const token = await person.open("/careers?apply=1");
    await pool.query("alter table job_applications rename to away");
    try {
      const response = await person.send("/careers?apply=1", { ...valid, [TOKEN_FIELD]: token });
      const html = await response.text();
      expect(response.status).toBe(503);
      expect(/<dialog data-failed="apply-form"[^>]*>/.exec(html)?.[0]).not.toContain(' hidden=""');
      expect(visibleText(html)).toContain("Failed to submit application. Please try again later.");
      expect(html).toContain(valid.coverLetter);
    } finally {
      await pool.query("alter table away rename to job_applications");
    }
  });
});
