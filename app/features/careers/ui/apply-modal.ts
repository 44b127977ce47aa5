// The apply dialog. Without script 'Apply Now' opens the careers page with the dialog. Here that page is fetched and its dialog
// opens as a modal over this one. Closing it keeps what was typed.
import { parsed } from "~/ui/live/parsed";

const dialogs = new Map<string, HTMLDialogElement>();

// The dialog stays open while an application is sent (live-forms.ts), so the result can be seen.
const isBusy = (dialog: Element) => dialog.getAttribute("closedby") === "none";

function open(dialog: HTMLDialogElement, link?: HTMLAnchorElement) {
  if (!dialog.isConnected) (document.querySelector("main") as Element).append(dialog);
  dialog.removeAttribute("open");
  dialog.returnValue = "";
  dialog.showModal();
  dialog.onpointerdown = ({ target }) => {
    if (target === dialog && !isBusy(dialog)) dialog.close();
  };
  dialog.oncancel = (event) => {
    if (isBusy(dialog)) event.preventDefault();
  };
  dialog.onclose = () => {
    dialog.remove();
    if (dialog.returnValue === "sent") dialogs.delete(link?.href as string);
    if (location.search) history.replaceState(null, "", location.pathname);
    link?.focus();
  };
}

async function load(href: string) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return document.adoptNode(page.getElementById("apply-dialog") as HTMLDialogElement);
}

document.addEventListener("click", async (event) => {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = plain && (event.target as Element).closest<HTMLAnchorElement>("a[data-apply], a[data-close]");
  if (!link) return;
  const dialog = link.closest("dialog");
  if (dialog && !dialog.matches(":modal")) return;
  event.preventDefault();
  if (dialog && isBusy(dialog)) return;
  if (dialog) return dialog.close();
  try {
    if (!dialogs.has(link.href)) dialogs.set(link.href, await load(link.href));
    if (!document.querySelector("dialog:modal")) open(dialogs.get(link.href) as HTMLDialogElement, link);
  } catch {
    location.assign(link.href);
  }
});

await parsed;
const openDialog = document.querySelector<HTMLDialogElement>("#apply-dialog[open]");
if (openDialog) {
  const link = [...document.querySelectorAll<HTMLAnchorElement>("a[data-apply]")].find(
    ({ href, offsetParent }) => href === location.href && offsetParent,
  );
  open(openDialog, link);
  if (link) dialogs.set(link.href, openDialog);
}
