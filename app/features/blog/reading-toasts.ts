/** What a reader is told when 'Found this helpful' or 'Save' comes to nothing. */
export const NOT_THROUGH = {
  title: "That did not get through.",
  description: "Please try again in a moment.",
  destructive: true,
};

export const TOO_MANY = {
  title: "That was a lot",
  description: "Please wait a while and try again.",
  destructive: true,
};
