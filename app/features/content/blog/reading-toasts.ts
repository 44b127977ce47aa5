/** Toasts when 'Found this helpful' or 'Save' fails. */
export const FAILED = {
  title: "That didn’t go through.",
  description: "Please try again in a moment.",
  destructive: true,
};

export const TOO_MANY = {
  title: "Too many attempts",
  description: "Please wait a while and try again.",
  destructive: true,
};
