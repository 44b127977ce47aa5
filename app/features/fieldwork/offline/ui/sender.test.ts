import { randomUUID } from "node:crypto";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import type { Post, RefusedEvent, Sent, VisitEvent } from "./queue";
import { type EventQueue, openSender } from "./sender";

const tap = (): VisitEvent => ({
  id: randomUUID(),
  booking_id: randomUUID(),
  kind: "started",
  phone_at: "2026-06-10T15:00:00Z",
});

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** A queue in memory whose tries end as listed; after the list everything is sent. */
function aQueue(...states: Sent["state"][]) {
  let kept: VisitEvent[] = [];
  const refused: RefusedEvent[] = [];
  const send = vi.fn(async (_: Post): Promise<Sent> => {
    const state = states.shift() ?? "sent";
    if (state === "sent") kept = [];
    return { state };
  });
  const queue: EventQueue = {
    add: async (event) => void kept.push(event),
    pending: async () => [...kept],
    refused: async () => refused,
    dismiss: async (id) =>
      void refused.splice(
        refused.findIndex(({ event }) => event.id === id),
        1,
      ),
    send,
  };
  return { queue, send, refused };
}

const post: Post = async () => new Response();
const minutes = (count: number) => vi.advanceTimersByTimeAsync(count * 60_000);

test("a tap is shown as pending at once, and is sent", async () => {
  const { queue } = aQueue();
  const sender = openSender(queue, post);
  const shown: number[] = [];
  sender.subscribe(() => shown.push(sender.get().pending.length));
  await sender.add(tap());
  await sender.sendNow();
  expect(shown[0]).toBe(1);
  expect(shown.at(-1)).toBe(0);
});

test("after failures it tries again by itself, ever more rarely, until all is sent", async () => {
  const { queue, send } = aQueue("waiting", "waiting", "waiting");
  const sender = openSender(queue, post);
  await sender.add(tap());
  await vi.advanceTimersByTimeAsync(0);
  expect([send.mock.calls.length, sender.get().state]).toEqual([1, "waiting"]);
  for (const [seconds, tries] of [
    [4, 1],
    [1, 2],
    [9, 2],
    [1, 3],
    [19, 3],
    [1, 4],
  ] as const) {
    await vi.advanceTimersByTimeAsync(seconds * 1000);
    expect(send).toHaveBeenCalledTimes(tries);
  }
  expect(sender.get()).toMatchObject({ state: "sent", pending: [] });
  await minutes(10);
  expect(send).toHaveBeenCalledTimes(4);
});

test("a tap during a try is sent right after it", async () => {
  const { queue, send } = aQueue();
  const sender = openSender(queue, post);
  const first = sender.sendNow();
  const second = sender.sendNow();
  await Promise.all([first, second]);
  expect(send).toHaveBeenCalledTimes(2);
});

test.each(["locked", "ended"] as const)("a phone that is %s doesn't try again by itself", async (state) => {
  const { queue, send } = aQueue(state);
  const sender = openSender(queue, post);
  await sender.add(tap());
  await minutes(10);
  expect(send).toHaveBeenCalledTimes(1);
  expect(sender.get().state).toBe(state);
});

test("a locked phone sends again when it is asked to, an ended one never", async () => {
  const locked = aQueue("locked");
  const ended = aQueue("ended");
  for (const { queue } of [locked, ended]) {
    const sender = openSender(queue, post);
    await sender.sendNow();
    await sender.sendNow();
  }
  expect(locked.send).toHaveBeenCalledTimes(2);
  expect(ended.send).toHaveBeenCalledTimes(1);
});

test("a refused tap is shown until it is dismissed", async () => {
  const { queue, refused } = aQueue();
  const event = tap();
  refused.push({ event, reason: "not your stop" });
  const sender = openSender(queue, post);
  await sender.sendNow();
  expect(sender.get().refused).toHaveLength(1);
  await sender.dismiss(event.id);
  expect(sender.get().refused).toEqual([]);
});

test("two tabs show the same: what one adds, sends and dismisses, the other hears", async () => {
  const { queue } = aQueue("waiting");
  const other = openSender(queue, post);
  const hearing: Promise<void>[] = [];
  const one = openSender(queue, post, (sent) => hearing.push(other.hear(structuredClone(sent))));
  const shown = async () => {
    await Promise.all(hearing);
    return [other.get().state, other.get().pending.length];
  };
  const trying = one.add(tap());
  await trying;
  await vi.advanceTimersByTimeAsync(0);
  expect(await shown()).toEqual(["waiting", 1]);
  await vi.advanceTimersByTimeAsync(5_000);
  expect(await shown()).toEqual(["sent", 0]);
});

test("a stopped sender leaves the rest to the next one", async () => {
  const { queue, send } = aQueue("waiting");
  const sender = openSender(queue, post);
  await sender.sendNow();
  sender.stop();
  await minutes(10);
  expect(send).toHaveBeenCalledTimes(1);
});
