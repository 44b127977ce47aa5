import { redirect } from "react-router";

/** The confirmation page links here; the dashboard of a customer is the profile. */
export function loader() {
  return redirect("/profile");
}
