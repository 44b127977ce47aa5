import { type APIRequestContext, expect } from "@playwright/test";

/** Books by phone with a direct request, as staff; returns the address of the booking's panel. */
export async function bookByPhone(request: APIRequestContext, form: Record<string, string>): Promise<string> {
  const answer = await request.post("/admin/bookings/new", { form, maxRedirects: 0 });
  expect(answer.status(), await answer.text()).toBe(303);
  const booked = await request.get(answer.headers().location ?? "");
  const [, panel = ""] = /href="(\/admin\/bookings\/[0-9a-f-]{36})"/.exec(await booked.text()) ?? [];
  expect(panel).not.toBe("");
  return panel;
}
