import { phoneHref } from "~/lib/phone";

/** A phone number that dials when it is pressed; plain text when there is nothing in it to dial. */
export function PhoneLink({ phone, className }: { phone: string; className: string }) {
  const href = phoneHref(phone);
  if (!href) return phone;
  return (
    <a href={href} className={className}>
      {phone}
    </a>
  );
}
