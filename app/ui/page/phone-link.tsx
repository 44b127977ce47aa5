import { phoneHref } from "~/lib/phone";

/** A phone number as a link that dials; plain text when it contains no number. */
export function PhoneLink({ phone, className }: { phone: string; className: string }) {
  const href = phoneHref(phone);
  if (!href) return phone;
  return (
    <a href={href} className={className}>
      {phone}
    </a>
  );
}
