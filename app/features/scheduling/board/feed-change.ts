import type { ToastMessage } from "~/lib/toast-message";

/** What staff can do to a calendar feed. */
export type FeedChange = "create" | "replace" | "remove";

const TOASTS: Record<FeedChange, ToastMessage> = {
  create: { title: "Calendar address created" },
  replace: { title: "Calendar address replaced", description: "The old address no longer works." },
  remove: { title: "Calendar address removed", description: "It no longer works anywhere." },
};

/** Which change a form's `intent` ("create-feed") asks for; null for other intents. */
export function feedChangeOf(intent: string): FeedChange | null {
  const change = intent.replace(/-feed$/, "");
  return change !== intent && change in TOASTS ? (change as FeedChange) : null;
}

export function toastOfFeed(change: FeedChange): ToastMessage {
  return TOASTS[change];
}
