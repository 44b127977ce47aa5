import { describe, expect, test } from "vitest";
import { LANGUAGES } from "~/features/fieldwork/messages/language";
import { subscriptionSchema } from "./forms";
import { changesOf, type KnownDay, messageOf, wordsIn } from "./push";

const TODAY = "2026-06-10";
const TOMORROW = "2026-06-11";

type KnownStop = KnownDay["stops"][number];

const aStop = (id: string, starts: string, more: Partial<KnownStop> = {}): KnownStop => ({
  ...{ id, date: TODAY, starts, mark: `${id} ${starts}`, answers: 0 },
  ...more,
});
const aDay = (...stops: KnownStop[]): KnownDay => ({ language: "en", days: [TODAY, TOMORROW], stops });
const elm = aStop("elm", "8:00 AM");
const oak = aStop("oak", "1:00 PM", { date: TOMORROW });

describe("what changed", () => {
  test.each<[string, KnownStop[], object[]]>([
    ["nothing", [elm, oak], []],
    [
      "another time",
      [aStop("elm", "11:00 AM"), oak],
      [{ kind: "moved", day: TODAY, time: "8:00 AM", to: "11:00 AM" }],
    ],
    ["another day", [{ ...elm, date: TOMORROW }, oak], [{ kind: "other day", day: TODAY, time: "8:00 AM" }]],
    ["a visit taken away", [elm], [{ kind: "gone", day: TOMORROW, time: "1:00 PM" }]],
    ["a visit added", [elm, oak, aStop("fir", "3:00 PM")], [{ kind: "new", day: TODAY, time: "3:00 PM" }]],
    [
      "another address or note",
      [{ ...elm, mark: "else" }, oak],
      [{ kind: "changed", day: TODAY, time: "8:00 AM" }],
    ],
    ["a visit completed", [{ ...elm, done: true }, oak], []],
    ["another note of a completed visit", [{ ...elm, mark: "else", done: true }, oak], []],
    ["an answer", [{ ...elm, answers: 1 }, oak], [{ kind: "answered", day: TODAY, time: "8:00 AM" }]],
  ])("is %s", (_, after, changes) => {
    expect(changesOf(aDay(elm, oak), aDay(...after))).toEqual(changes);
  });

  test("is nothing when a visit is no longer completed, also when an older version kept no mark of it", () => {
    const day = aDay(elm, oak);
    expect(changesOf(aDay({ ...elm, done: true }, oak), day)).toEqual([]);
    expect(changesOf(aDay({ ...elm, mark: "" }, oak), day)).toEqual([]);
  });

  test("is told of the days that the phone knew, not of a day that begins to be shown", () => {
    const next = {
      ...aDay(oak, aStop("fir", "9:00 AM", { date: "2026-06-12" })),
      days: [TOMORROW, "2026-06-12"],
    };
    expect(changesOf(aDay(elm, oak), next)).toEqual([]);
    expect(changesOf(aDay(elm), next)).toEqual([{ kind: "new", day: TOMORROW, time: "1:00 PM" }]);
  });

  test("is nothing when only the member's language is another one", () => {
    const spanish = { ...aDay({ ...elm, mark: "en español" }, oak), language: "es" as const };
    expect(changesOf(aDay(elm, oak), spanish)).toEqual([]);
  });
});

describe("the message", () => {
  const moved = { kind: "moved", day: TODAY, time: "10:00 AM", to: "11:00 AM" } as const;
  const of = (kind: "new" | "gone" | "changed" | "other day" | "answered", day = TODAY) =>
    ({ kind, day, time: "8:00 AM" }) as const;
  const bodyIn = (language: "en" | "es", ...changes: Parameters<typeof messageOf>[0]) =>
    messageOf(changes, { language, today: TODAY }).body;

  test.each([
    [moved, "10:00 AM is now 11:00 AM.", "La visita de las 10:00 AM cambia a las 11:00 AM."],
    [of("new"), "New visit at 8:00 AM.", "Visita nueva: 8:00 AM."],
    [of("gone"), "The 8:00 AM visit is off your list.", "La visita de las 8:00 AM ya no está en su lista."],
    [of("changed"), "Look at the 8:00 AM visit again.", "Vuelva a mirar la visita de las 8:00 AM."],
    [
      of("other day"),
      "The 8:00 AM visit is on another day now.",
      "La visita de las 8:00 AM ahora es otro día.",
    ],
    [
      of("answered"),
      "The office answered you about the 8:00 AM visit.",
      "La oficina le respondió sobre la visita de las 8:00 AM.",
    ],
    [of("new", TOMORROW), "Tomorrow: New visit at 8:00 AM.", "Mañana: Visita nueva: 8:00 AM."],
  ])("says in both languages what happened: %o", (change, english, spanish) => {
    expect([bodyIn("en", change), bodyIn("es", change)]).toEqual([english, spanish]);
  });

  test("says three changes one after the other, and counts more", () => {
    expect(bodyIn("en", moved, of("gone"), of("new", TOMORROW))).toBe(
      "10:00 AM is now 11:00 AM. The 8:00 AM visit is off your list. Tomorrow: New visit at 8:00 AM.",
    );
    const many = [moved, moved, moved, moved] as const;
    expect(bodyIn("en", ...many)).toBe("There are 4 changes. Open your day.");
    expect(bodyIn("es", ...many)).toBe("Hay 4 cambios. Abra su día.");
  });

  test("opens the day that it is about", () => {
    const urlOf = (...changes: Parameters<typeof messageOf>[0]) =>
      messageOf(changes, { language: "es", today: TODAY });
    expect(urlOf(moved, of("new", TOMORROW))).toMatchObject({
      url: "/crew",
      title: "Su día cambió",
      lang: "es",
    });
    expect(urlOf(of("new", TOMORROW)).url).toBe("/crew?view=tomorrow");
  });

  test.each(LANGUAGES)("has a word for every state of the button in %s", (language) => {
    for (const word of Object.values(wordsIn(language))) expect(word).toMatch(/\S/);
  });
});

describe("a browser's subscription", () => {
  const right = {
    endpoint: "https://push.example/send/1",
    keys: { p256dh: "B".repeat(87), auth: "a".repeat(22) },
  };
  const reasonOf = (changes: object) =>
    subscriptionSchema.safeParse({ ...right, ...changes }).error?.issues[0]?.message;

  test("is taken as browsers send it, with more than is needed", () => {
    expect(subscriptionSchema.parse({ ...right, expirationTime: null })).toEqual(right);
  });

  test.each([
    [{ endpoint: "http://push.example/1" }, "Address must start with https://."],
    [{ endpoint: "https://localhost/1" }, "Address must be on the public internet."],
    [{ endpoint: "https://ann:pw@push.example/1" }, "Address must not contain a user name or password."],
    [{ endpoint: `https://push.example/${"x".repeat(2048)}` }, "Address can have at most 2,048 characters."],
    [{ endpoint: "" }, "Address is required."],
    [{ keys: { ...right.keys, p256dh: "B".repeat(86) } }, "must be 65 bytes in base64url"],
    [{ keys: { ...right.keys, auth: "a+".repeat(11) } }, "must be 16 bytes in base64url"],
  ])("is refused with a reason: %j", (changes, reason) => {
    expect(reasonOf(changes)).toBe(reason);
  });
});
