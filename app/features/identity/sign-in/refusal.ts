import type { SubmissionResult } from "@conform-to/react";
import type { ToastMessage } from "~/lib/toast-message";

/** What a form that is refused is answered: what was typed, what is wrong with it, and what a toast says. */
export type Refused = {
  result: SubmissionResult<string[]>;
  toast: ToastMessage | null;
  /** The toast's words stay in the page as well. */
  stays: boolean;
};
