import type { ReactNode } from "react";
import { PIN_DIGITS } from "~/features/fieldwork/phones/rules";
import { Button } from "~/ui/action/button";
import { type BrandLook, BrandMark } from "~/ui/art/brand-mark";
import { TextField } from "~/ui/form/text-field";

type PageProps = {
  language: string;
  brand: BrandLook;
  title: string;
  lead: string;
  children?: ReactNode;
};

/** A page of a phone that isn't open: one thing to do, or why there is nothing. */
export function PhonePage({ language, brand, title, lead, children }: PageProps) {
  return (
    <main
      lang={language}
      className="mx-auto grid min-h-dvh w-full max-w-md content-center gap-6 px-5 py-10 wrap-anywhere"
    >
      <BrandMark brand={brand} className="h-12 w-auto max-w-48 justify-self-start object-left" />
      <h1 className="text-title">{title}</h1>
      <p className="text-lead">{lead}</p>
      {children}
    </main>
  );
}

type PinProps = { labels: string[]; button: string; error: string | null | undefined };

/** One or two fields for the PIN, with large digits; the first is `pin`, the second `again`. */
export function PinForm({ labels, button, error }: PinProps) {
  return (
    <form method="post" className="grid gap-5">
      {labels.map((label, index) => (
        <TextField
          key={label}
          label={label}
          name={index === 0 ? "pin" : "again"}
          type="password"
          inputMode="numeric"
          autoComplete={labels.length > 1 ? "new-password" : "current-password"}
          maxLength={PIN_DIGITS + 2}
          required
          error={index === 0 ? (error ?? undefined) : undefined}
          inputClassName="min-h-14 text-center text-2xl tracking-[0.4em]"
        />
      ))}
      <Button type="submit" size="large" className="min-h-14">
        {button}
      </Button>
    </form>
  );
}
