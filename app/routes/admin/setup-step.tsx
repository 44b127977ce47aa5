import { data, Form, redirect, useNavigation, useRouteLoaderData } from "react-router";
import { pageMeta } from "~/features/content/site/page-meta";
import { newPasskeySchema } from "~/features/identity/security/forms";
import { addPasskey, beginPasskey, type PasskeyOptions } from "~/features/identity/security/passkeys.server";
import { deviceName } from "~/features/identity/security/rules";
import { NewPasskeyForm } from "~/features/identity/security/ui/passkeys";
import { sendTestEmail } from "~/features/notifications/email/test-mail.server";
import { readStep } from "~/features/office/setup/queries.server";
import { noteStep, saveStep } from "~/features/office/setup/save-step.server";
import {
  type FieldStep,
  intentOf,
  isFieldStep,
  neighborsOf,
  SETUP_PAGE,
  stepPath,
} from "~/features/office/setup/steps";
import { testCharge } from "~/features/office/setup/test-charge.server";
import { GuideFrame } from "~/features/office/setup/ui/guide-frame";
import { StepButtons } from "~/features/office/setup/ui/step-buttons";
import { StepFields } from "~/features/office/setup/ui/step-fields";
import { readSettings } from "~/features/operations/settings/queries.server";
import { LookPreview, useLookDraft } from "~/features/operations/settings/ui/look-preview";
import type { ToastMessage } from "~/lib/toast-message";
import { allowContext, authContext, type StaffCtx } from "~/platform/context.server";
import { redirectTo } from "~/platform/request/flash.server";
import { requireStaff, requireStaffForm } from "~/platform/request/gate.server";
import type { loader as rootLoader } from "~/root";
import { Notice } from "~/ui/page/notice";
import type { Route } from "./+types/setup-step";

export const meta: Route.MetaFunction = ({ matches }) =>
  pageMeta(matches, "Set up your company", "The setup guide.", { noindex: true });

export const headers: Route.HeadersFunction = () => ({ "Cache-Control": "no-store" });

export async function loader({ request, context, params }: Route.LoaderArgs) {
  const ctx = requireStaff(request, context);
  const settings = await readSettings(ctx);
  if (settings["site.kind"] === "demo") throw redirect("/admin");
  if (!isFieldStep(params.step)) throw redirect(SETUP_PAGE);
  return readStep(ctx, params.step);
}

type Answer = {
  values?: Record<string, string>;
  errors?: Record<string, string>;
  message?: string;
  /** What the browser needs for the owner's passkey, with a suggestion for its name. */
  passkey?: { options: PasskeyOptions; name: string };
};

/** The fields that no page repeats. */
const SECRETS = ["password", "smtp_pass", "stripe_secret_key", "stripe_webhook_secret"];

export async function action({ request, context, params }: Route.ActionArgs) {
  const name = params.step;
  const { ctx, form } = await requireStaffForm(request, context);
  const { intent = "", ...fields } = form;
  if (!isFieldStep(name)) return redirectTo(context, SETUP_PAGE);
  const { next } = neighborsOf(name);
  const onward = (toast?: ToastMessage) => redirectTo(context, next ? stepPath(next) : "/admin", { toast });
  const stay = (toast: ToastMessage) => redirectTo(context, stepPath(name), { toast });
  const refuse = (status: number, answer: Answer) => {
    const values = Object.fromEntries(Object.entries(fields).filter(([key]) => !SECRETS.includes(key)));
    return data<Answer>({ values, ...answer }, status);
  };
  if (intent === "skip") {
    await noteStep(ctx, name, "skipped");
    return onward();
  }
  if (intent === TESTS[name]?.intent) {
    // A test is of what the form says, so it is saved first.
    const saved = await saveStep(ctx, name, fields);
    if (!saved.ok) return refuse(400, { errors: saved.errors });
    const isMail = intent === "test-mail";
    if (!(await context.get(allowContext)(isMail ? "test-mail" : "test-charge", ctx.actor.id))) {
      const what = isMail ? "test emails" : "test charges";
      return refuse(429, { message: `Too many ${what} in a short time. Please wait an hour.` });
    }
    const tested = await (isMail ? testEmail(ctx) : testCharge(ctx));
    if (tested.ok) return stay(tested);
    await noteStep(ctx, name, "failed");
    return refuse(422, { message: tested.message });
  }
  if (name === "owner" && intent === "begin-passkey") {
    const allow = context.get(allowContext);
    if (
      !(await allow("account-change", ctx.actor.id)) ||
      !(await allow("proof-everywhere", ctx.actor.session_id))
    ) {
      return refuse(429, { message: "Too many attempts. Please wait 15 minutes and try again." });
    }
    const { password = "" } = fields;
    if (!password) return refuse(400, { errors: { password: "Your password is required" } });
    const begun = await beginPasskey(ctx, context.get(authContext), { password });
    if (begun.ok) {
      const device = deviceName(request.headers.get("User-Agent"));
      return data<Answer>({ passkey: { options: begun.options, name: device } });
    }
    return refuse(400, { errors: { password: "message" in begun ? begun.message : TRY_AGAIN } });
  }
  if (name === "owner" && intent === "add-passkey") {
    const made = newPasskeySchema.safeParse(fields);
    const added = made.success && (await addPasskey(ctx, context.get(authContext), made.data)).ok;
    if (!added) return refuse(400, { message: `The passkey could not be added. ${TRY_AGAIN}` });
    await noteStep(ctx, "owner", "done");
    return stay({ title: "Passkey added", description: "You can log in with it from now on." });
  }
  if (intent !== intentOf(name)) return redirectTo(context, stepPath(name));
  const outcome = await saveStep(ctx, name, fields);
  if (!outcome.ok) return refuse(400, { errors: outcome.errors });
  return onward(
    next ? undefined : { title: "That's all", description: "The dashboard shows what is missing." },
  );
}

async function testEmail(ctx: StaffCtx) {
  const sent = await sendTestEmail(ctx);
  if (sent.ok)
    return { ok: true as const, title: "Test email sent", description: `It's on its way to ${sent.to}.` };
  return { ok: false as const, message: sent.reason === "no server" ? "Enter an SMTP host." : sent.words };
}

const TRY_AGAIN = "It may have taken too long. Please try again.";

const TESTS: Partial<Record<FieldStep, { intent: string; label: string }>> = {
  email: { intent: "test-mail", label: "Save and send a test email" },
  payments: { intent: "test-stripe", label: "Save and make a test charge" },
};

/** Each step begins anew. */
export default function Setup(props: Route.ComponentProps) {
  return <Step key={props.loaderData.name} {...props} />;
}

function Step({ loaderData, actionData }: Route.ComponentProps) {
  const { name, states, values, there, choices, takes_passkey } = loaderData;
  const answer: Answer | undefined = actionData;
  const site = useRouteLoaderData<typeof rootLoader>("root");
  const sent = useNavigation().formData?.get("intent");
  const { draft, follow } = useLookDraft();
  return (
    <GuideFrame
      name={name}
      states={states}
      preview={site && <LookPreview company={site.company} draft={draft} />}
      onInput={follow}
    >
      {answer?.message && <Notice tone="error">{answer.message}</Notice>}
      {answer?.errors && <Notice tone="error">Not saved yet. Please look at the marked fields.</Notice>}
      {answer?.passkey ? (
        <NewPasskeyForm
          options={answer.passkey.options}
          suggestedName={answer.passkey.name}
          cancel={stepPath("owner")}
        />
      ) : (
        <Form key={name} method="post" noValidate className="grid grid-cols-1 gap-5">
          <StepFields
            name={name}
            values={answer?.values ?? values}
            errors={answer?.errors}
            there={there}
            choices={choices}
            takes_passkey={takes_passkey}
          />
          <StepButtons name={name} sent={sent} test={TESTS[name]} />
        </Form>
      )}
    </GuideFrame>
  );
}
