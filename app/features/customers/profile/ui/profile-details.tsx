import type { SubmissionResult } from "@conform-to/react";
import BadgeCheck from "lucide-react/icons/badge-check";
import Bookmark from "lucide-react/icons/bookmark";
import ChevronRight from "lucide-react/icons/chevron-right";
import CreditCard from "lucide-react/icons/credit-card";
import FileDown from "lucide-react/icons/file-down";
import KeyRound from "lucide-react/icons/key-round";
import MailCheck from "lucide-react/icons/mail-check";
import type { ReactNode } from "react";
import { Form, Link, useNavigation } from "react-router";
import { type Profile, profilePath } from "~/features/customers/profile/rules";
import { Button } from "~/ui/action/button";
import { buttonLook } from "~/ui/action/button-look";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import { ProfileForm } from "./profile-form";

const PAGE = profilePath("user-details");

type Props = {
  profile: Profile;
  email: string;
  verified: boolean;
  editing: boolean;
  /** Their credit. */
  credit: ReactNode;
  result: SubmissionResult<string[]> | undefined;
  current: Profile | undefined;
};

/** Shows name, phone and email; `?edit` opens the form. */
export function ProfileDetails({ profile, email, verified, editing, credit, result, current }: Props) {
  return (
    <div className="grid items-start gap-6 lg:grid-cols-[1fr_22rem]">
      <div className="grid gap-6">
        <Card className="p-5 sm:p-7">
          <div className="mb-5 flex items-center justify-between gap-4">
            <h2 className="text-heading">User Details</h2>
            <Link
              to={editing ? PAGE : `${PAGE}&edit`}
              preventScrollReset
              className={`${buttonLook({ variant: editing ? "ghost" : "secondary", size: "small" })} min-h-11`}
            >
              {editing ? "Cancel" : "Edit"}
            </Link>
          </div>
          {editing ? (
            <ProfileForm {...{ profile, email, result, current }} />
          ) : (
            <dl className="grid gap-x-8 gap-y-5 sm:grid-cols-2">
              <Fact label="First name">{profile.first_name}</Fact>
              <Fact label="Last name">{profile.last_name}</Fact>
              <Fact label="Phone">{profile.phone}</Fact>
              <Fact label="Email">
                {email}
                <Verification verified={verified} />
              </Fact>
            </dl>
          )}
        </Card>
        {credit}
      </div>
      <ul className="grid gap-4">
        <PageLink href="/profile/security" title="Password and security" Icon={KeyRound}>
          Password, two-factor, devices
        </PageLink>
        <PageLink href="/profile/cards" title="Saved cards" Icon={CreditCard}>
          The cards that pay for your visits
        </PageLink>
        <PageLink href="/blog/saved" title="Saved articles" Icon={Bookmark}>
          Articles you saved from the blog
        </PageLink>
        <PageLink href="/profile/mails" title="Email preferences" Icon={MailCheck}>
          Reminders, review invitations, newsletter
        </PageLink>
        <PageLink href="/profile/privacy" title="Your data" Icon={FileDown}>
          Download everything, or delete your account
        </PageLink>
      </ul>
    </div>
  );
}

function Fact({ label, children }: { label: string; children: ReactNode }) {
  return (
    <div className="min-w-0">
      <dt className="text-[0.9375rem]/6 text-moss">{label}</dt>
      <dd className="font-medium wrap-anywhere">
        {children || <span className="font-normal text-moss">Not added yet</span>}
      </dd>
    </div>
  );
}

function Verification({ verified }: { verified: boolean }) {
  const { formData } = useNavigation();
  if (verified) {
    return (
      <span className="mt-1.5 block">
        <Badge tone="green">
          <BadgeCheck aria-hidden strokeWidth={2} className="size-3.5" />
          Verified
        </Badge>
      </span>
    );
  }
  return (
    <Form method="post" action={PAGE} preventScrollReset className="mt-1.5 grid justify-items-start gap-2">
      <Badge tone="amber">Not verified yet</Badge>
      <p className="font-normal text-[0.9375rem]/6 text-moss">
        Open the link in our email, and earlier bookings with this address will show up here.
      </p>
      <Button
        type="submit"
        name="intent"
        value="verification-mail"
        variant="secondary"
        size="small"
        pending={formData?.get("intent") === "verification-mail"}
        pendingLabel="Sending..."
        className="min-h-11"
      >
        Resend email
      </Button>
    </Form>
  );
}

type PageLinkProps = { href: string; title: string; Icon: typeof KeyRound; children: ReactNode };

function PageLink({ href, title, Icon, children }: PageLinkProps) {
  return (
    <li>
      <a
        href={href}
        className="group flex items-center gap-4 rounded-card bg-snow p-5 shadow-rest ring-1 ring-line transition-shadow duration-150 hover:ring-evergreen-400"
      >
        <span className="grid size-11 shrink-0 place-items-center rounded-full bg-sage-soft text-evergreen-700">
          <Icon aria-hidden strokeWidth={1.75} className="size-5" />
        </span>
        <span className="min-w-0 flex-1">
          <span className="block font-semibold">{title}</span>
          <span className="block text-[0.9375rem]/5 text-moss">{children}</span>
        </span>
        <ChevronRight
          aria-hidden
          strokeWidth={1.75}
          className="size-5 shrink-0 text-moss transition-transform duration-150 group-hover:translate-x-0.5"
        />
      </a>
    </li>
  );
}
