/** An error that the person who starts the program can fix. Its message is one line that says how. */
export class StartupError extends Error {
  override name = "StartupError";
}
