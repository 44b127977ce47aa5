import { type APIRequestContext, expect } from "@playwright/test";

/** Two crews are seeded, so a slot can be booked twice. */
export const CREWS = 2;

type Visit = { day: string; time: string; hours?: number };

/** Books as another customer by request. Returns the checkout's address. */
export async function bookElsewhere(request: APIRequestContext, visit: Visit): Promise<string> {
  const response = await postBooking(request, visit);
  expect(response.status(), await response.text()).toBe(200);
  return (await response.json()).url;
}

/** Books all crews for this slot. */
export async function fillSlot(request: APIRequestContext, visit: Visit): Promise<void> {
  for (let crew = 0; crew < CREWS; crew++) await bookElsewhere(request, visit);
}

/** Books all crews for every slot of the day. */
export async function fillDay(request: APIRequestContext, day: string): Promise<void> {
  await fillSlot(request, { day, time: "8:00 AM", hours: 8 });
}

/** Books all remaining one-hour visits of a slot. Returns their number. */
export async function takePlacesLeft(request: APIRequestContext, visit: Visit): Promise<number> {
  for (let places = 0; ; places++) {
    const response = await postBooking(request, visit);
    if (response.status() === 409) return places;
    expect(response.status(), await response.text()).toBe(200);
  }
}

function postBooking(request: APIRequestContext, { day, time, hours = 1 }: Visit) {
  const address = { street: "7 Catamount Street", city: "Pittsfield", state: "NH", zip: "03263" };
  return request.post("/api/create-payment", {
    data: {
      serviceId: "regular-cleaning",
      serviceType: "residential",
      bookingDetails: { date: day, time, address, hours },
    },
  });
}
