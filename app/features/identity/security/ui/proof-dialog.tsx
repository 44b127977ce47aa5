import { useEffect, useRef, useState } from "react";
import { useFetcher } from "react-router";
import type { ProofMeans } from "~/features/identity/security/rules";
import type { Refused } from "~/features/identity/sign-in/rules";
import { askForPasskey, canUsePasskeys } from "~/features/identity/sign-in/ui/passkey-browser";
import { Button } from "~/ui/action/button";
import { Dialog } from "~/ui/action/dialog";
import { Loading } from "~/ui/page/loading";
import { Notice } from "~/ui/page/notice";
import { NoMeans, ProveFields } from "./prove-fields";

type Means = { means: ProofMeans; email: string };
type Answer = { proved: true } | (Refused & { proved?: undefined });

type Props = { onProved: () => void; onCancel: () => void };

/** Asks who is there before a form is sent, over the page with what was typed. */
export function ProofDialog({ onProved, onCancel }: Props) {
  const { load, data } = useFetcher<Means>();
  useEffect(() => {
    void load("/proof?here");
  }, [load]);
  return (
    <Dialog title="Confirm that it's you" onCancel={onCancel}>
      {(close) => (
        <>
          <p className="mt-2 text-moss">
            This could change who has access or where money and data go. We won't ask again for 10 minutes.
          </p>
          {data ? (
            <ProofForm {...data} onProved={() => close(onProved)} onCancel={() => close(onCancel)} />
          ) : (
            <Loading className="mt-5">Loading...</Loading>
          )}
        </>
      )}
    </Dialog>
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
  return (
    <fetcher.Form method="post" action="/proof?here" className="mt-5 grid gap-5">
      {refused?.toast && <Notice tone="error">{refused.toast.description}</Notice>}
      {failed && <Notice tone="error">That didn't work. Please try again.</Notice>}
      {means.password && <ProveFields id="proof" means={means} email={email} answer={refused} />}
      {!means.password && !means.passkey && <NoMeans />}
      <div className="flex flex-wrap justify-end gap-2">
        <Button type="button" variant="ghost" size="small" className="min-h-11" onClick={onCancel}>
          Cancel
        </Button>
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
