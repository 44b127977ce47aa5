import type { SubmissionResult } from "@conform-to/react";
import { Link } from "react-router";
import { RESET_WORD } from "~/features/operations/backup/proof";
import { buttonLook } from "~/ui/button-look";
import { Card } from "~/ui/card";
import { ProofForm } from "./proof-form";

type Props = {
  /** Whether somebody is about to do it. */
  asked: boolean;
  page: string;
  email: string;
  result: SubmissionResult<string[]> | undefined;
};

/** 'Reset All Data'. */
export function DangerZone({ asked, page, email, result }: Props) {
  return (
    <Card className="grid grid-cols-1 gap-4 p-5 ring-berry/30 sm:p-7">
      <h2 className="text-berry text-heading">Danger Zone</h2>
      {asked ? (
        <ProofForm
          intent="reset"
          word={RESET_WORD}
          email={email}
          result={result}
          action={{ label: "Reset All Data", pending: "Resetting..." }}
          back={page}
        >
          <p className="font-semibold">
            This deletes everything: customers, bookings, orders, messages and settings.
          </p>
          <p className="text-moss">
            The site goes back to its initial state. Only your own account stays, and you stay signed in. A
            backup is created first, so you can restore it from here.
          </p>
        </ProofForm>
      ) : (
        <div className="flex flex-wrap items-center justify-between gap-4">
          <p className="min-w-0 flex-1 basis-64 text-moss">
            Returns the site to its initial state. A full backup is created first.
          </p>
          <Link
            to={`${page}?reset=all`}
            preventScrollReset
            className={buttonLook({ variant: "destructive", size: "small" })}
          >
            Reset All Data
          </Link>
        </div>
      )}
    </Card>
  );
}
