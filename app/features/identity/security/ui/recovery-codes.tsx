import { Button } from "~/ui/button";
import { ButtonLink } from "~/ui/button-link";
import { Notice } from "~/ui/notice";
import { useToast } from "~/ui/toast";
import { SecurityCard } from "./card";

/** Shown once: nobody can bring these codes back. */
export function RecoveryCodesCard({ codes, turnedOn }: { codes: string[]; turnedOn: boolean }) {
  const toast = useToast();
  const copy = () =>
    navigator.clipboard.writeText(codes.join("\n")).then(
      () => toast({ title: "Copied", description: "Keep the codes where only you can find them." }),
      () =>
        toast({
          title: "Could not copy",
          description: "Please select the codes and copy them yourself.",
          destructive: true,
        }),
    );
  return (
    <SecurityCard id="recovery-codes" heading="Your recovery codes" arrives>
      {turnedOn && <Notice tone="success">Two-factor authentication is on.</Notice>}
      <p>
        If you don’t have your phone, each of these codes lets you log in once. We won’t show them again, so
        print this page or copy them to a safe place.
      </p>
      <ul className="grid select-all grid-cols-1 gap-x-8 gap-y-2 rounded-control bg-sage-soft p-5 font-mono min-[22rem]:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-3 print:hidden">
        <ButtonLink href="/profile/security">I have saved them</ButtonLink>
        <Button variant="secondary" onClick={copy} className="noscript:hidden">
          Copy
        </Button>
        <Button variant="secondary" onClick={() => print()} className="noscript:hidden">
          Print
        </Button>
      </div>
    </SecurityCard>
  );
}
