import { useEffect } from "react";
import { useRevalidator } from "react-router";

/** Changes that come at once are read at once. */
const REST_MS = 500;
/** Visits become late without any change. */
const FRESH_MS = 60_000;

/** Reads the page again when the stream of server-sent events says that something has changed, and every minute. */
export function useLiveFeed(address: string): void {
  const { revalidate } = useRevalidator();
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      clearTimeout(rest);
      if (document.visibilityState === "visible") rest = setTimeout(() => void revalidate(), REST_MS);
    };
    const live = new EventSource(address);
    live.onmessage = renew;
    const timer = setInterval(renew, FRESH_MS);
    document.addEventListener("visibilitychange", renew);
    return () => {
      live.close();
      clearTimeout(rest);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [address, revalidate]);
}
