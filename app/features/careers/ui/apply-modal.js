// The apply dialog. Without script 'Apply Now' leads to the careers page with the dialog open in it; here that page is
// fetched and its dialog shown over this one, modal. What was typed stays when it is closed without sending.
import { parsed } from "../../../ui/parsed.js";

const dialogs = new Map();

// While an application is on its way the dialog stays (live-forms.js), or nobody would see what became of it.
const isBusy = (dialog) => dialog.getAttribute("closedby") === "none";

function open(dialog, link) {
  if (!dialog.isConnected) document.querySelector("main").append(dialog);
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
    if (dialog.returnValue === "sent") dialogs.delete(link?.href);
    if (location.search) history.replaceState(null, "", location.pathname);
    link?.focus();
  };
}

async function load(href) {
  const answer = await fetch(href);
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  return document.adoptNode(page.getElementById("apply-dialog"));
}

document.addEventListener("click", async (event) => {
  const plain = event.button === 0 && !(event.metaKey || event.ctrlKey || event.shiftKey || event.altKey);
  const link = plain && event.target.closest("a[data-apply], a[data-close]");
  if (!link) return;
  const dialog = link.closest("dialog");
  if (dialog && !dialog.matches(":modal")) return;
  event.preventDefault();
  if (dialog && isBusy(dialog)) return;
  if (dialog) return dialog.close();
  try {
    if (!dialogs.has(link.href)) dialogs.set(link.href, await load(link.href));
    if (!document.querySelector("dialog:modal")) open(dialogs.get(link.href), link);
  } catch {
    location.assign(link.href);
  }
});

await parsed;
const here = document.querySelector("#apply-dialog[open]");
if (here) {
  const link = [...document.querySelectorAll("a[data-apply]")].find(
    ({ href, offsetParent }) => href === location.href && offsetParent,
  );
  open(here, link);
  if (link) dialogs.set(link.href, here);
}
