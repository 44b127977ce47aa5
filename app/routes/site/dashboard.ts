import { redirect } from "react-router";

/** The confirmation page links here. A customer's dashboard is the profile. */
export function loader() {
  return redirect("/profile");
}
