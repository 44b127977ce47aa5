// Forms that are answered in place, on pages without React. Their HTML says all that is needed (live-form.tsx writes it):
//
//   <form id data-live method="post" action>   posted with fetch; the answer's form has the same id
//     data-pending-ms="1500"                   how long the pending state shows at least
//   <button type="submit" data-pending-text="Sending...">
//   <input id name required minlength type pattern data-message="Please enter …">
//                                              checked when sending, then while typing; #{id}-error shows the message
//     data-wrong="…"                           what is said instead when something is filled in, but wrong
//     data-max="100" data-too-long="At most …" like maxlength, but nothing that is pasted is cut off
//     data-password                            every space counts
//     data-kept                                never in the server's HTML; what was typed moves to the answer's form
//     data-anew                                of an answer: nothing is wrong with it, but it's typed once more
//   <… data-say>                               read out once the form is answered, unless there is a toast
//   <… data-failed="{form id}" hidden>         shown when no answer came, or none with a page of ours
//   <… data-instead-of="{form id}">            a page that has no such form any more, and takes this one's place
//
// The server answers as it does without script. A page with the form: that form takes the place of this one, and its first
// wrong field is focused. A redirect within this page: its toast is shown, and a dialog around the form closes with "sent";
// else the new form, or where there is none the new page, takes its place. To another page the browser goes as usual
// (platform/live-answer.server.ts).
const PATIENCE_MS = 30_000;
type Field = HTMLInputElement;
const busy = new WeakSet<HTMLFormElement>();
const checked = new WeakSet<HTMLFormElement>();
const idOf = (form: HTMLFormElement) => form.getAttribute("id");

function faultOf({ type, value, required, minLength, validity, dataset }: Field) {
  if (type === "checkbox") return validity.valid ? "" : dataset.message;
  const text = "password" in dataset ? value : value.trim();
  if (dataset.max && text.length > +dataset.max) return dataset.tooLong;
  if (!text) return required ? dataset.message : "";
  const wrong = text.length < minLength || validity.typeMismatch || validity.patternMismatch;
  return wrong ? (dataset.wrong ?? dataset.message) : "";
}

function isRight(field: Field) {
  const fault = faultOf(field);
  const note = document.getElementById(`${field.id}-error`);
  if (note) {
    note.hidden = !fault;
    (note.lastElementChild as Element).textContent = fault as string;
  }
  if (fault) field.setAttribute("aria-invalid", "true");
  else field.removeAttribute("aria-invalid");
  return !fault;
}

// While a dialog is open, screen readers don't announce what is outside of it.
function say(text: string | null) {
  const place = document.querySelector("dialog:modal") ?? document.body;
  let region = place.querySelector<HTMLElement>(":scope > [data-said]");
  if (!region) {
    region = document.createElement("p");
    region.dataset.said = "";
    region.className = "sr-only";
    region.setAttribute("role", "status");
    place.append(region);
  }
  setTimeout(() => {
    (region as HTMLElement).textContent = text;
  }, 100);
}

// Shows the pending state and locks the form as it was sent. Returns a function that ends this.
function begin(form: HTMLFormElement, button: HTMLElement | null) {
  busy.add(form);
  const open = ([...form.elements] as Field[]).filter((field) => field.readOnly === false);
  for (const field of open) field.readOnly = true;
  const dialog = form.closest("dialog");
  dialog?.setAttribute("closedby", "none");
  const label = [...(button?.childNodes ?? [])];
  const pendingText = button?.dataset.pendingText;
  const mark = document
    .querySelector<HTMLTemplateElement>("template[data-pending-mark]")
    ?.content.cloneNode(true);
  button?.setAttribute("aria-disabled", "true");
  button?.setAttribute("data-disabled", "");
  if (pendingText) {
    button?.replaceChildren(mark ?? "", pendingText);
    say(pendingText);
  }
  return () => {
    busy.delete(form);
    for (const field of open) field.readOnly = false;
    dialog?.removeAttribute("closedby");
    button?.removeAttribute("aria-disabled");
    button?.removeAttribute("data-disabled");
    if (pendingText) button?.replaceChildren(...label);
  };
}

type Answered = { answer: Response; page: Document; next: HTMLFormElement | null };
type Led = { elsewhere: string; instead: boolean };

async function ask(form: HTMLFormElement, button: HTMLElement | null): Promise<Answered | Led> {
  const data = new FormData(form, button);
  const body =
    form.getAttribute("enctype") === "multipart/form-data"
      ? data
      : new URLSearchParams(data as unknown as URLSearchParams);
  const headers = { "X-Live": location.pathname };
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const answer = await fetch(form.getAttribute("action") ?? "", { method: "POST", body, headers, signal });
  const elsewhere = answer.headers.get("X-Live-Location");
  if (elsewhere) return { elsewhere, instead: answer.headers.has("X-Remix-Replace") };
  const page = new DOMParser().parseFromString(await answer.text(), "text/html");
  const next = page.getElementById(idOf(form) as string) as HTMLFormElement | null;
  const isPage = next || answer.redirected || page.querySelector(`[data-instead-of="${idOf(form)}"]`);
  const failed = answer.status >= 500 && !page.querySelector(`[data-failed="${idOf(form)}"][hidden]`);
  if (failed || !isPage) throw new Error(`no answer: ${answer.status}`);
  return { answer, page, next };
}

function keepTyped(form: HTMLFormElement, next: HTMLFormElement) {
  for (const field of next.querySelectorAll<Field>("[data-kept]")) {
    field.value = (form.elements.namedItem(field.name) as Field | null)?.value ?? "";
    field.dispatchEvent(new Event("input", { bubbles: true }));
  }
}

function show(form: HTMLFormElement, end: () => void, { answer, page, next }: Answered) {
  const toast = page.querySelector("[data-toast]");
  document.querySelector("[data-toast]")?.remove();
  toast?.remove();
  if (toast) document.body.append(toast);
  const dialog = form.closest("dialog");
  if (answer.redirected && dialog) {
    end();
    dialog.close("sent");
  } else if (next) {
    const focused = form.contains(document.activeElement);
    form.replaceWith(next);
    keepTyped(form, next);
    if (!answer.redirected) checked.add(next);
    const wrong = next.querySelector<HTMLElement>("[aria-invalid], [data-anew]");
    const again = focused && next.querySelector<HTMLElement>("[type=submit]");
    (wrong || again || null)?.focus();
  } else {
    (document.querySelector("main") as Element).replaceWith(page.querySelector("main") as Element);
    document.title = page.title;
    history.replaceState(null, "", answer.url);
    (document.querySelector("main") as HTMLElement).focus({ preventScroll: true });
  }
  const news = toast ?? next?.querySelector("[data-say]");
  if (news) say(news.textContent);
}

async function send(form: HTMLFormElement, button: HTMLElement | null) {
  const failed = document.querySelector<HTMLElement>(`[data-failed="${idOf(form)}"]`);
  if (failed) failed.hidden = true;
  const end = begin(form, button);
  const pause = new Promise((done) => setTimeout(done, (form.dataset.pendingMs ?? 0) as number));
  try {
    const [result] = await Promise.all([ask(form, button), pause]);
    const still = matchMedia("(prefers-reduced-motion: reduce)").matches;
    if ("elsewhere" in result) {
      addEventListener("pageshow", end, { once: true }); // for a return with the back button
      if (result.instead) location.replace(result.elsewhere);
      else location.assign(result.elsewhere);
    } else if (still || !document.startViewTransition) show(form, end, result);
    else document.startViewTransition(() => show(form, end, result));
  } catch {
    await pause;
    end();
    if (failed) failed.hidden = false;
  }
}

document.addEventListener("submit", (event) => {
  const form = event.target as HTMLFormElement;
  if (!("live" in form.dataset)) return;
  event.preventDefault();
  if (busy.has(form)) return;
  checked.add(form);
  const wrong = ([...form.elements] as Field[]).filter((field) => field.dataset.message && !isRight(field));
  const [first] = wrong;
  if (first) first.focus();
  else send(form, event.submitter ?? form.querySelector("[type=submit]"));
});

document.addEventListener("input", ({ target }) => {
  const field = target as Field;
  if (field.dataset.message && checked.has(field.form as HTMLFormElement)) isRight(field);
});
