import { type RefObject, useEffect, useRef, useState } from "react";

const PAUSE_MS = 600;
const ANSWER_MS = 10_000;

type Props = { form: RefObject<HTMLFormElement | null>; action: string; typed: number };

/** The page as it will be, drawn by the site itself. `typed` counts what was typed: the preview follows after a pause. */
export function LivePreview({ form, action, typed }: Props) {
  const frame = useRef<HTMLIFrameElement>(null);
  const [failed, setFailed] = useState(false);
  useEffect(() => {
    const stop = new AbortController();
    const draw = async () => {
      if (!form.current) return;
      try {
        const signal = AbortSignal.any([stop.signal, AbortSignal.timeout(ANSWER_MS)]);
        const response = await fetch(action, { method: "POST", body: new FormData(form.current), signal });
        if (!response.ok) throw new Error(response.statusText);
        show(frame.current, await response.text());
        setFailed(false);
      } catch {
        if (!stop.signal.aborted) setFailed(true);
      }
    };
    const timer = setTimeout(draw, typed === 0 ? 0 : PAUSE_MS);
    return () => {
      clearTimeout(timer);
      stop.abort();
    };
  }, [form, action, typed]);
  return (
    <section aria-labelledby="preview-title" className="grid gap-3 noscript:hidden xl:sticky xl:top-20">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4">
        <h2 id="preview-title" className="font-sans font-semibold text-[0.9375rem]/5 text-moss">
          On the site
        </h2>
        <p role="status" className="text-[0.9375rem]/5 text-berry">
          {failed && "The preview could not be drawn. Your text is kept; it is tried again when you type."}
        </p>
      </div>
      <iframe
        ref={frame}
        title="Preview of the page"
        sandbox="allow-same-origin"
        className="h-[70vh] w-full rounded-card bg-snow shadow-rest ring-1 ring-line xl:h-[calc(100dvh-9rem)]"
      />
    </section>
  );
}

/** Shows a page without its scripts, at the place where the last one was scrolled to. */
function show(frame: HTMLIFrameElement | null, html: string) {
  if (!frame) return;
  const page = new DOMParser().parseFromString(html, "text/html");
  for (const one of page.querySelectorAll("script, link[rel=manifest]")) one.remove();
  for (const one of page.querySelectorAll("details")) {
    one.removeAttribute("name"); // or only one would stay open
    one.open = true;
  }
  page.body.inert = true;
  const top = frame.contentWindow?.scrollY ?? 0;
  frame.addEventListener("load", () => frame.contentWindow?.scrollTo(0, top), { once: true });
  frame.srcdoc = `<!doctype html>${page.documentElement.outerHTML}`;
}
