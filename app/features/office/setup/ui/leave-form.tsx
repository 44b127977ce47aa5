import { Form, Link, useNavigation } from "react-router";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Notice } from "~/ui/page/notice";
import { OwnerFields, type Refused } from "./owner-fields";

/** Ends the demo for the owner of a new company. */
export function LeaveForm({ refused }: { refused: (Refused & { message?: string }) | undefined }) {
  const pending = useNavigation().state === "submitting";
  return (
    <Form method="post" noValidate className="grid grid-cols-1 gap-5">
      {refused?.message && <Notice tone="error">{refused.message}</Notice>}
      <OwnerFields refused={refused} />
      <div className="flex flex-wrap items-center gap-3">
        <Button type="submit" size="small" className="min-h-11" pending={pending} pendingLabel="Starting...">
          Start my company
        </Button>
        <Link to="/admin" className={buttonLook({ variant: "ghost", size: "small" })}>
          Stay in the demo
        </Link>
      </div>
    </Form>
  );
}
