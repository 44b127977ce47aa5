// Shares the page with the browser's dialog or copies its address (spec section 4), and confirms with a toast.
import { parsed } from "~/ui/live/parsed";

await parsed;
const status = document.querySelector("[data-share-said]") as Element;
const address = document.querySelector<HTMLLinkElement>("link[rel=canonical]")?.href ?? location.href;

function say(name: string) {
  const toast = document.querySelector(`[data-share-toast="${name}"]`) as HTMLTemplateElement;
  status.replaceChildren(toast.content.cloneNode(true));
}

async function copy() {
  try {
    await navigator.clipboard.writeText(address);
    say("copied");
  } catch (error) {
    // biome-ignore lint/suspicious/noConsole: the spec has it logged
    console.warn("The link could not be copied.", error);
    say("failed");
  }
}

async function share({ shareTitle: title, shareText: text }: DOMStringMap) {
  if (!navigator.share) return copy();
  try {
    await navigator.share({ title, text, url: address });
  } catch (error) {
    if ((error as Error).name === "AbortError") return; // the reader closed the dialog
    // biome-ignore lint/suspicious/noConsole: the spec has it logged
    console.warn("The article could not be shared.", error);
    await copy();
  }
}

for (const button of document.querySelectorAll<HTMLElement>("[data-share-title]")) {
  button.addEventListener("click", () => share(button.dataset));
}
document.documentElement.toggleAttribute("data-can-share", true);

// 'Save' stands above and below the article. When one changes (live-forms.ts), update the other.
new MutationObserver((changes) => {
  for (const form of changes.flatMap(({ addedNodes }) => [...addedNodes] as Partial<Element>[])) {
    const button = form.querySelector?.<HTMLButtonElement>("[data-save-button]");
    for (const twin of document.querySelectorAll<HTMLButtonElement>("[data-save-button]")) {
      if (!button || twin === button || twin.value === button.value) continue;
      twin.value = button.value;
      twin.replaceChildren(...[...button.childNodes].map((node) => node.cloneNode(true)));
    }
  }
}).observe(document.querySelector("article") as Element, { childList: true, subtree: true });
