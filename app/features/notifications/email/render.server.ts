import { createElement, type ReactElement } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { toPlainText } from "react-email";
import type { Brand } from "~/features/operations/settings/brand/brand";
import { EmailBrand } from "./logo";
import { EmailNotice } from "./template";
import { recolored } from "./theme";

const DOCTYPE =
  '<!DOCTYPE html PUBLIC "-//W3C//DTD XHTML 1.0 Transitional//EN" "http://www.w3.org/TR/xhtml1/DTD/xhtml1-transitional.dtd">';

type Options = {
  notice?: string | null;
  /** The company's logo or letters, and accent; without them the birch's. */
  brand?: Brand;
};

/** Renders an email as HTML and plain text. `notice` is shown above the content. */
export function renderEmail(mail: ReactElement, { notice = null, brand }: Options = {}) {
  const noticed = createElement(EmailNotice.Provider, { value: notice }, mail);
  const branded = createElement(EmailBrand.Provider, { value: brand ?? null }, noticed);
  const html = recolored(renderToStaticMarkup(branded), brand?.accent ?? null);
  return { html: DOCTYPE + html, text: toPlainText(html, AS_TEXT).trim() };
}

/** Plain text: one line per fact, and contact links without their URL. */
const AS_TEXT = {
  formatters: {
    fact(row: Element, walk: Walk, builder: Builder) {
      builder.openBlock({ leadingLineBreaks: 1 });
      const cells = row.children.filter(({ name }) => name === "td");
      cells.forEach((cell, index) => {
        if (index > 0) builder.addInline(": ");
        walk(cell.children, builder);
      });
      builder.closeBlock({ trailingLineBreaks: 1 });
    },
    action(link: Element, walk: Walk, builder: Builder) {
      walk(link.children, builder);
      builder.addInline(":");
      builder.addLineBreak();
      builder.addInline(link.attribs?.href ?? "");
    },
  },
  selectors: [
    { selector: "a.action", format: "action" },
    { selector: "tr.fact", format: "fact" },
    { selector: "a[href^='mailto:']", format: "anchor", options: { ignoreHref: true } },
    { selector: "a[href^='tel:']", format: "anchor", options: { ignoreHref: true } },
  ],
};

type Element = { name?: string; attribs?: { href?: string }; children: Element[] };
type Builder = {
  openBlock: (options: { leadingLineBreaks: number }) => void;
  addInline: (text: string) => void;
  addLineBreak: () => void;
  closeBlock: (options: { trailingLineBreaks: number }) => void;
};
type Walk = (elements: Element[], builder: Builder) => void;

export function senderOf({ company_name, contact_email }: { company_name: string; contact_email: string }) {
  return { name: company_name, address: contact_email };
}
