import { data, useLocation } from "react-router";
import { isDeleteReason, REVIEW_LIST } from "~/features/reviews/office/list";
import { publishReview, removeReview } from "~/features/reviews/office/publish.server";
import { readOfficeReview } from "~/features/reviews/office/queries.server";
import { ReviewPanel } from "~/features/reviews/office/ui/panel";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import { SidePanel } from "~/ui/list/side-panel";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/review";

export async function loader({ request, context, params: { id } }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const review = await readOfficeReview(ctx, id);
  return data({ review }, review ? 200 : 404);
}

const NOT_CHANGED = { title: "Nothing was changed", destructive: true };
const UNKNOWN_FORM = "This form is not known here. Please reload the page.";

/** Publishes, unpublishes or deletes the review. */
export async function action({ request, context, params: { id } }: Route.ActionArgs) {
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent, reason = "" } = form;
  const { search } = new URL(request.url);
  const refuse = (status: number, description: string) =>
    data({ toast: { ...NOT_CHANGED, description }, refused: undefined }, status);
  if (intent === "publish" || intent === "unpublish") {
    const publish = intent === "publish";
    const outcome = await publishReview(ctx, { id, publish });
    if (outcome.ok) {
      const title = publish ? "Review published" : "Review removed from the home page";
      return redirectTo(context, `${REVIEW_LIST.path}/${id}${search}`, { toast: { title } });
    }
    return outcome.reason === "not found" ? missing() : refuse(409, outcome.message);
  }
  if (intent !== "delete") return refuse(400, UNKNOWN_FORM);
  if (!isDeleteReason(reason))
    return data({ toast: null, refused: { error: "Choose a reason for deleting it." } }, 400);
  const outcome = await removeReview(ctx, { id, reason });
  return outcome.ok
    ? redirectTo(context, `${REVIEW_LIST.path}${search}`, { toast: { title: "Review deleted" } })
    : missing();
}

function missing() {
  return data({ toast: null, refused: undefined }, 404);
}

export default function Review({ loaderData: { review }, actionData }: Route.ComponentProps) {
  const { search } = useLocation();
  return (
    <SidePanel title="Review" closeHref={`${REVIEW_LIST.path}${search}`}>
      <Refusal toast={actionData?.toast} className="mb-5" />
      {review ? (
        <ReviewPanel key={review.id} review={review} refused={actionData?.refused} />
      ) : (
        <p className="text-moss">We can't find this review. It may have been deleted.</p>
      )}
    </SidePanel>
  );
}
