import { pageHeaders, pageMeta, placeIn } from "~/features/content/site/page-meta";
import { localBusiness } from "~/features/content/site/structured-data";
import { messageSchema } from "~/features/messages/forms";
import { receiveMessage } from "~/features/messages/receive.server";
import { ContactDetails, WhatHappensNext } from "~/features/messages/ui/contact-details";
import { ContactForm } from "~/features/messages/ui/contact-form";
import { allowContext, requestContext } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { answerPublicForm } from "~/platform/request/public-form.server";
import { formToken } from "~/platform/request/spam.server";
import { Container } from "~/ui/page/container";
import type { Route } from "./+types/contact";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(
    matches,
    "Contact Us",
    `Ask about a room, a price or a date, or tell us what went wrong. A person${placeIn(matches)} reads every message and answers it.`,
    { structured: ({ company, origin }) => [localBusiness(company, origin)] },
  );

export const headers = pageHeaders;

const FORM = "contact";

/** Signed-in visitors get name and address prefilled. */
export function loader({ context }: Route.LoaderArgs) {
  const ctx = requestContext(context);
  const { actor } = ctx;
  const user = actor.kind === "user" ? actor : null;
  return {
    token: formToken(ctx, FORM),
    values: {
      name: [user?.first_name, user?.last_name].filter(Boolean).join(" "),
      email: user?.email ?? "",
      phone: user?.phone ?? "",
    },
  };
}

export async function action({ request, context }: Route.ActionArgs) {
  const allow = context.get(allowContext);
  return answerPublicForm(request, context, {
    name: FORM,
    button: "Send Message",
    schema: messageSchema,
    limit: "message",
    async send(message, form_id) {
      const acknowledge = await allow("acknowledgement-everywhere", message.email);
      await receiveMessage(requestContext(context), { ...message, form_id, acknowledge });
    },
    done: () =>
      redirectTo(context, "/contact", {
        toast: { title: "Message sent successfully! We'll be in touch soon." },
      }),
  });
}

export default function Contact({ loaderData, actionData, matches }: Route.ComponentProps) {
  const { phone, contact_email, address, week } = matches[0].loaderData.company;
  return (
    <Container className="py-10 md:py-14 lg:py-20">
      <h1 className="text-title">Contact Us</h1>
      <p className="mt-3 mb-8 max-w-2xl text-balance text-lead text-moss lg:mb-11">
        Ask about a room, a price or a date, or tell us what went wrong. A person reads every message and
        answers it.
      </p>
      <div className="grid overflow-hidden rounded-card bg-snow shadow-rest ring-1 ring-line lg:grid-cols-[2fr_3fr]">
        <ContactDetails
          phone={phone}
          email={contact_email}
          address={address}
          week={week}
          className="p-6 sm:p-9 lg:p-10 lg:pb-64"
        />
        <section aria-labelledby="message-heading" className="p-6 sm:p-9 lg:p-12">
          <h2 id="message-heading" className="mb-6 text-heading">
            Send us a message
          </h2>
          <ContactForm {...(actionData ?? { ...loaderData, errors: {} })} />
        </section>
      </div>
      <WhatHappensNext email={contact_email} />
    </Container>
  );
}
