// The newsletter's form stands on pages that are cached for everybody. Its token is fetched when the form becomes visible or gets
// focus: `<input type="hidden" name data-token-from="/newsletter/token" value="">`. Without a token the server asks to press once
// more.
import { parsed } from "~/ui/live/parsed";

const FIELD = "input[data-token-from]";
const requested = new WeakSet<HTMLInputElement>();

async function fill(field: HTMLInputElement | null | undefined) {
  if (!field || field.value || requested.has(field)) return;
  requested.add(field);
  try {
    const answer = await fetch(field.dataset.tokenFrom as string);
    if (answer.ok) field.value = await answer.text();
  } catch {}
  requested.delete(field);
}

const sight = new IntersectionObserver((entries) => {
  for (const { isIntersecting, target } of entries)
    if (isIntersecting) fill(target.querySelector<HTMLInputElement>(FIELD));
});

// Also for a form that replaces one that was sent.
document.addEventListener("focusin", ({ target }) =>
  fill((target as HTMLInputElement).form?.querySelector<HTMLInputElement>(FIELD)),
);

await parsed;
for (const { form } of document.querySelectorAll<HTMLInputElement>(FIELD)) sight.observe(form as Element);
