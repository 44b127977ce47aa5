import { useEffect, useState } from "react";
import { useFetcher } from "react-router";
import { UNASKED } from "~/lib/unasked";

/** Changes that come at once are read at once. */
const REST_MS = 500;
/** Visits become late without any change. */
const FRESH_MS = 60_000;

/**
 * What the loader of `page` answers, `initial` at first: read again when the stream of server-sent events says that something has
 * changed, and every minute. That is no use of the session, which ends as if the page were closed.
 */
export function useLiveFeed<Data>(initial: Data, { page, events }: { page: string; events: string }): Data {
  const { load, data } = useFetcher<Data>();
  const [newest, setNewest] = useState(initial);
  useEffect(() => setNewest(initial), [initial]);
  useEffect(() => {
    if (data !== undefined) setNewest(data as Data);
  }, [data]);
  useEffect(() => {
    let rest: ReturnType<typeof setTimeout> | undefined;
    const renew = () => {
      clearTimeout(rest);
      if (document.visibilityState === "visible")
        rest = setTimeout(() => void load(`${page}?${UNASKED}`), REST_MS);
    };
    const live = new EventSource(events);
    live.onmessage = renew;
    const timer = setInterval(renew, FRESH_MS);
    document.addEventListener("visibilitychange", renew);
    return () => {
      live.close();
      clearTimeout(rest);
      clearInterval(timer);
      document.removeEventListener("visibilitychange", renew);
    };
  }, [page, events, load]);
  return newest;
}
