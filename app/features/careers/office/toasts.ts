import type { ToastMessage } from "~/lib/toast-message";
import { APPLICATION_LABELS, type ApplicationStatus } from "./list";

type Change = { id: string; page: string; before: ApplicationStatus; after: ApplicationStatus };

/** What is said about a changed status, with the way back; posted to `page`. */
export function statusToast({ id, page, before, after }: Change): ToastMessage {
  const title =
    after === "rejected" ? "Application rejected" : `Marked as ${APPLICATION_LABELS[after].toLowerCase()}`;
  if (before === after) return { title };
  return { title, undo: { action: page, fields: { intent: "status", id, status: before } } };
}
