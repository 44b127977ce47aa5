import { useSyncExternalStore } from "react";

const never = () => () => {};

/** False on the server and until scripts run. Controls that need a script wait for it. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
