import type { ToastMessage } from "~/lib/toast-message";

/** What a calendar address shows: the visits of its owner, or for staff those of a crew or of all crews. */
export type Calendar = { shows: "own visits" | "all crews" } | { shows: "crew"; crew_id: string };

/** An address as its owner sees it after it was made, in company time. Nobody can see the address itself again. */
export type AddressView = { made: string; last_read: string | null };

/** What a form does to a calendar address. */
export type AddressChange = "create" | "replace" | "remove";

const CHANGES: readonly string[] = ["create", "replace", "remove"] satisfies AddressChange[];

/** Which change a form's `intent` ("create-feed") asks for; null for other intents. */
export function addressChangeOf(intent: string): AddressChange | null {
  const change = intent.replace(/-feed$/, "");
  return change !== intent && CHANGES.includes(change) ? (change as AddressChange) : null;
}

/** After a change that made no address: it was removed, or there was one already. */
export function toastOfAddress(change: AddressChange): ToastMessage {
  return change === "remove"
    ? { title: "Calendar address removed", description: "It no longer works anywhere." }
    : { title: "You already have an address", description: "Replace it to get a new one." };
}
