/** A clock that stands still until a test moves it. */
export function testClock(start: string) {
  return {
    now: Temporal.Instant.from(start),
    set(text: string) {
      this.now = Temporal.Instant.from(text);
    },
    advance(duration: Temporal.DurationLike) {
      this.now = this.now.add(duration);
    },
  };
}
