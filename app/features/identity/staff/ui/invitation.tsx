import type { ReactNode } from "react";
import { type Refused, withRedirect } from "~/features/identity/sign-in/rules";
import { AuthPage } from "~/features/identity/sign-in/ui/page";
import { AuthSignUpForm, SIGN_UP_FORM } from "~/features/identity/sign-in/ui/sign-up-form";
import { labelOfRole, nameOfRole, ROLE_NOTES } from "~/features/identity/staff/account";
import { type InvitationPage, invitationPath } from "~/features/identity/staff/invitation";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { Fact, Facts } from "~/ui/list/facts";
import { Notice } from "~/ui/page/notice";

type Props = {
  page: InvitationPage;
  token: string;
  company: string;
  answer: Refused | undefined;
};

const ASK = "Ask the person who invited you, or an owner, for a new one.";

/** Why a link no longer works, and what to do. */
const OVER = {
  missing: {
    heading: "This link doesn’t work",
    lead: "Part of it is missing. Please open it again from the email.",
  },
  expired: { heading: "This invitation has expired", lead: `It was good for 7 days. ${ASK}` },
  revoked: {
    heading: "This invitation was withdrawn",
    lead: `It may have been replaced by a newer one: please look for a later email. ${ASK}`,
  },
  accepted: {
    heading: "This invitation was used",
    lead: "It works once. If you have accepted it, log in to open the office.",
  },
  yours: { heading: "You’re already in", lead: "You have accepted this invitation." },
  "not allowed": {
    heading: "This invitation no longer counts",
    lead: "The person who sent it can’t give you this role any more. Ask an owner for a new one.",
  },
} as const;

export function Invitation({ page, token, company, answer }: Props) {
  if (!("email" in page)) {
    const toOffice = page.state === "accepted" || page.state === "yours";
    return (
      <AuthPage {...OVER[page.state]} {...look} replacesForm={SIGN_UP_FORM}>
        <div className="mt-7 grid gap-3">
          {toOffice ? (
            <ButtonLink href="/admin" size="large">
              Open the office
            </ButtonLink>
          ) : (
            <ButtonLink href="/" size="large" variant="secondary">
              To the home page
            </ButtonLink>
          )}
        </div>
      </AuthPage>
    );
  }
  const { email, role, by, until, hands_over } = page;
  return (
    <AuthPage
      heading={`Join the team of ${company}`}
      lead={`${by} invites you to become ${nameOfRole(role)}.`}
      {...look}
      toast={answer?.toast}
    >
      <div className="mt-6 border-line border-y py-5">
        <Facts>
          <Fact label="Role">
            <span className="font-semibold">{labelOfRole(role)}</span>
            <span className="block text-moss">{ROLE_NOTES[role]}</span>
          </Fact>
          {page.state !== "new account" && <Fact label="Invited">{email}</Fact>}
          <Fact label="Good until">{until}</Fact>
          {hands_over && <Fact label="Handover">{`${by} becomes manager when you accept.`}</Fact>}
        </Facts>
      </div>
      <NextStep page={page} token={token} answer={answer} />
    </AuthPage>
  );
}

const look = { scene: "service-exterior" } as const;

type StepProps = Pick<Props, "token" | "answer"> & { page: Extract<InvitationPage, { email: string }> };

function NextStep({ page: { state, email, role, signed_in_as }, token, answer }: StepProps) {
  const here = invitationPath(token);
  switch (state) {
    case "new account":
      return <AuthSignUpForm answer={answer} invited={email} />;
    case "log in":
      return (
        <Step text={`You have an account with ${email}. Log in with it, then accept.`}>
          <ButtonLink href={withRedirect("/login", here)} size="large">
            Log in
          </ButtonLink>
        </Step>
      );
    case "other account":
      return (
        <Step
          text={`You are logged in as ${signed_in_as}, but this invitation is for ${email}. Log out to go on.`}
        >
          <form method="post" action={withRedirect("/logout", here)} className="grid">
            <Button type="submit" size="large">
              Log out
            </Button>
          </form>
        </Step>
      );
    case "unverified":
      return (
        <Step text="Please verify your email first, then open this invitation again. Your profile sends you the link for it.">
          <ButtonLink href="/profile" size="large">
            Open your profile
          </ButtonLink>
        </Step>
      );
    case "accept":
      return (
        <Step
          text={
            role === "owner"
              ? "An owner can do everything, so we make sure that it’s you before you accept."
              : undefined
          }
        >
          {answer?.toast && <Notice tone="error">{answer.toast.description}</Notice>}
          <form method="post" className="grid">
            <Button type="submit" size="large">
              Accept
            </Button>
          </form>
        </Step>
      );
  }
}

function Step({ text, children }: { text: string | undefined; children: ReactNode }) {
  return (
    <div className="mt-5 grid gap-5">
      {text && <p className="wrap-anywhere">{text}</p>}
      {children}
    </div>
  );
}
