import type { ReactElement } from "react";
import { render } from "react-email";

/** A mail in its two forms. */
export async function renderMail(mail: ReactElement): Promise<{ html: string; text: string }> {
  return { html: await render(mail), text: await render(mail, { plainText: true }) };
}

export function senderOf({ company_name, contact_email }: { company_name: string; contact_email: string }) {
  return { name: company_name, address: contact_email };
}
