import { Button } from "~/ui/button";

type Props = { size?: "small" | "medium"; className?: string };

/** Signing out changes something, so it is a form; it needs no script. */
export function LogoutForm({ size = "small", className }: Props) {
  return (
    <form method="post" action="/logout" className={className}>
      <Button type="submit" variant="secondary" size={size} className="w-full">
        Logout
      </Button>
    </form>
  );
}
