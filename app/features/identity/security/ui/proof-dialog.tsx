import { useEffect, useId, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ProofMeans } from "~/features/identity/security/rules";
import type { Refused } from "~/features/identity/sign-in/rules";
import { askForPasskey, canUsePasskeys } from "~/features/identity/sign-in/ui/passkey-browser";
import { Button } from "~/ui/action/button";
import { Loading } from "~/ui/page/loading";
import { Notice } from "~/ui/page/notice";
import { NoMeans, ProveFields } from "./prove-fields";

type Means = { means: ProofMeans; email: string };
type Answer = { proved: true } | (Refused & { proved?: undefined });

type Props = { onProved: () => void; onCancel: () => void };

/** Asks who is there before a form is sent, over the page with what was typed. */
export function ProofDialog({ onProved, onCancel }: Props) {
  const dialog = useRef<HTMLDialogElement>(null);
  const heading = useId();
  const { load, data } = useFetcher<Means>();
  useEffect(() => {
    if (!dialog.current?.open) dialog.current?.showModal();
    void load("/proof?here");
  }, [load]);
  const close = (then: () => void) => {
    dialog.current?.close(); // returns the focus
    then();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={heading}
      onCancel={(event) => {
        event.preventDefault();
        close(onCancel);
      }}
      className="fixed inset-0 z-60 m-auto w-[min(26rem,calc(100%-2rem))] max-w-none rounded-card bg-snow p-5 text-ink shadow-lift backdrop:bg-scrim motion-safe:animate-appear sm:p-6"
    >
      <h2 id={heading} className="text-heading">
        Confirm that it's you
      </h2>
      <p className="mt-2 text-moss">
        This could change who has access or where money and data go. We won't ask again for 10 minutes.
      </p>
      {data ? (
        <ProofForm {...data} onProved={() => close(onProved)} onCancel={() => close(onCancel)} />
      ) : (
        <Loading className="mt-5">Loading...</Loading>
      )}
    </dialog>
  );
}

function ProofForm({ means, email, onProved, onCancel }: Means & Props) {
  const fetcher = useFetcher<Answer>();
  const [failed, setFailed] = useState(false);
  const answer = fetcher.data;
  const pending = fetcher.state !== "idle";
  const proved = answer?.proved === true && !pending;
  const done = useRef(onProved);
  done.current = onProved;
  useEffect(() => {
    if (proved) done.current();
  }, [proved]);
  const refused = answer?.proved || pending ? undefined : answer;
  const usesPasskey = means.passkey && canUsePasskeys();
  const askPasskey = async () => {
    setFailed(false);
    try {
      const options = await fetch("/api/passkey-options", { method: "POST" });
      const response = await askForPasskey(await options.json(), {
        isAutofill: false,
        signal: AbortSignal.timeout(5 * 60_000),
      });
      await fetcher.submit({ response }, { method: "post", action: "/proof?here" });
    } catch (error) {
      setFailed(!(error instanceof DOMException));
    }
  };
  const cancel = (
    <Button type="button" variant="ghost" size="small" className="min-h-11" onClick={onCancel}>
      Cancel
    </Button>
  );
  return (
    <fetcher.Form method="post" action="/proof?here" className="mt-5 grid gap-5">
      {refused?.toast && <Notice tone="error">{refused.toast.description}</Notice>}
      {failed && <Notice tone="error">That didn't work. Please try again.</Notice>}
      {means.password && <ProveFields id="proof" means={means} email={email} answer={refused} />}
      {!means.password && !means.passkey && <NoMeans />}
      <div className="flex flex-wrap justify-end gap-2">
        {cancel}
        {usesPasskey && (
          <Button
            type="button"
            variant={means.password ? "secondary" : "primary"}
            size="small"
            className="min-h-11"
            onClick={askPasskey}
          >
            Use a passkey
          </Button>
        )}
        {means.password && (
          <Button type="submit" size="small" className="min-h-11" pending={pending}>
            Confirm
          </Button>
        )}
      </div>
    </fetcher.Form>
  );
}
