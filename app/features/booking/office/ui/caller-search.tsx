import Search from "lucide-react/icons/search";
import { Form, Link } from "react-router";
import type { Caller } from "~/features/booking/office/booking";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { cx } from "~/ui/cx";
import { controlLook } from "~/ui/form/control-look";
import { Card } from "~/ui/page/card";

type Props = { caller: Caller | null; callers: Caller[]; find: string };

/** Finds who is calling among the customers; the form below is then filled in. */
export function CallerSearch({ caller, callers, find }: Props) {
  if (caller) {
    return (
      <Card className="flex flex-wrap items-center justify-between gap-3 p-4 sm:px-5">
        <p className="min-w-0">
          <span className="font-semibold">{caller.name || caller.email || "No name provided"}</span>
          <span className="block text-[0.9375rem] text-moss">{contactOf(caller)}</span>
        </p>
        <Link to="/admin/bookings/new" className={buttonLook({ variant: "secondary", size: "small" })}>
          Someone else
        </Link>
      </Card>
    );
  }
  return (
    <Card className="p-4 sm:px-5">
      <Form role="search" preventScrollReset className="flex flex-wrap items-center gap-3">
        <div className="relative min-w-60 max-w-md flex-1">
          <Search
            aria-hidden
            strokeWidth={1.75}
            className="pointer-events-none absolute top-1/2 left-3 size-5 -translate-y-1/2 text-moss"
          />
          <input
            type="search"
            name="find"
            defaultValue={find}
            maxLength={100}
            aria-label="Find a customer by name, phone, email or street"
            placeholder="Find a customer by name, phone, email or street"
            className={cx(controlLook, "pl-10")}
          />
        </div>
        <Button type="submit" variant="secondary">
          Find
        </Button>
      </Form>
      {find && callers.length === 0 && (
        <p role="status" className="mt-3 text-[0.9375rem] text-moss">
          No customers found. Enter the name and contact details below.
        </p>
      )}
      {callers.length > 0 && (
        <ul className="wrap-anywhere mt-3 grid grid-cols-1 gap-1">
          {callers.map((found) => (
            <li key={found.id}>
              <Link
                to={`?customer=${found.id}`}
                preventScrollReset
                className="flex min-h-11 flex-wrap items-center gap-x-3 rounded-control px-3 py-1.5 transition-colors hover:bg-sage-soft"
              >
                <span className="font-semibold">{found.name || "No name provided"}</span>
                <span className="text-[0.9375rem] text-moss">{contactOf(found)}</span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </Card>
  );
}

function contactOf({ phone, email, has_account }: Caller): string {
  return [phone, email, has_account ? "" : "No account"].filter(Boolean).join(" · ");
}
