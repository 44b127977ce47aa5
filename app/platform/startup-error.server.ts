/** Something the person who starts the program can mend. The message is one line that says what to do. */
export class StartupError extends Error {
  override name = "StartupError";
}
