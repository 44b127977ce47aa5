import { data } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { choicesOf, MAILS_PAGE } from "~/features/notifications/preferences/choices";
import {
  readMailChoices,
  readNewsletterExit,
  saveMailChoices,
} from "~/features/notifications/preferences/choices.server";
import { ChoicesForm, NewsletterCard } from "~/features/notifications/preferences/ui/choices-form";
import { orElse } from "~/platform/faults.server";
import { redirectTo } from "~/platform/request/flash.server";
import { readForm } from "~/platform/request/form.server";
import { requireUser } from "~/platform/request/gate.server";
import { BackLink } from "~/ui/page/back-link";
import { Container } from "~/ui/page/container";
import { Refusal } from "~/ui/page/refusal";
import type { Route } from "./+types/mails";

export const handle = { hydrate: true, themed: true };

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Email preferences", "Choose which emails you get from us.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = requireUser(request, context);
  const [choices, exit] = await Promise.all([readMailChoices(ctx), readNewsletterExit(ctx)]);
  return { choices, exit };
}

const FAILED = {
  title: "Error",
  description: "Failed to save your preferences. Please try again.",
  destructive: true,
};

export async function action({ request, context }: Route.ActionArgs) {
  const ctx = requireUser(request, context);
  const fields = await readForm(request);
  if (!fields) return data({ toast: FAILED }, 400);
  return orElse(
    ctx.log,
    "the choice of mails could not be saved",
    async () => {
      await saveMailChoices(ctx, choicesOf(fields));
      return redirectTo(context, MAILS_PAGE, { toast: { title: "Preferences Saved" } });
    },
    () => data({ toast: FAILED }, 503),
  );
}

export default function Mails({ loaderData: { choices, exit }, actionData }: Route.ComponentProps) {
  return (
    <Container narrow className="py-8 md:py-12">
      <BackLink to="/profile" label="My Profile" reload />
      <h1 className="mt-2 mb-7 text-title">Email preferences</h1>
      <Refusal toast={actionData?.toast} className="mb-6" />
      <div className="grid gap-6">
        <ChoicesForm choices={choices} />
        <NewsletterCard exit={exit} />
      </div>
    </Container>
  );
}
