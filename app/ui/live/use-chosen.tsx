import { useState } from "react";

/** The state of a control that starts with `value` and resets whenever `value` or `since` changes. */
export function useChosen<Value>(value: Value, since?: unknown): [Value, (chosen: Value) => void] {
  const [state, setState] = useState({ value, since, chosen: value });
  const isOld = state.value !== value || state.since !== since;
  if (isOld) setState({ value, since, chosen: value });
  return [isOld ? value : state.chosen, (chosen) => setState({ value, since, chosen })];
}
