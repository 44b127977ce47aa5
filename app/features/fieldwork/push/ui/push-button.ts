// <push-button>: turns on that this phone tells of changes while it is locked, where it can. A script of its own, so that the app
// loads it only where the button is.
import type { PushState } from "~/features/fieldwork/push/push";
import { buttonLook } from "~/ui/action/button-look";
import { openPush } from "./browser";

/** Whether this phone tells of changes; `install`: it can once the page is on its home screen. */
type Standing = "off" | "on" | "blocked" | "install";

const push = openPush();

/** iPads say that they are Macs, which have no touch screens. */
const isApple = () =>
  /iPhone|iPad/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const whenRefused = (): Standing => (Notification.permission === "denied" ? "blocked" : "off");

/** Null on a phone that can't do it. */
async function standingOf({ endpoint }: PushState): Promise<Standing | null> {
  if (!("PushManager" in window && "Notification" in window)) return isApple() ? "install" : null;
  const registration = await navigator.serviceWorker?.getRegistration("/crew");
  if (!registration) return null;
  if (Notification.permission !== "granted") return whenRefused();
  const subscription = await registration.pushManager.getSubscription();
  return subscription && subscription.endpoint === endpoint ? "on" : "off";
}

/** Asks for the permission first: browsers allow that only right after a tap. */
async function turn(to: "on" | "off", key: string): Promise<Standing> {
  if (to === "on" && (await Notification.requestPermission()) !== "granted") return whenRefused();
  const registration = await navigator.serviceWorker.ready;
  await (to === "on" ? push.subscribe(registration, key) : push.unsubscribe(registration));
  return to;
}

class PushButton extends HTMLElement {
  async connectedCallback() {
    try {
      const state = await push.read();
      const standing = await standingOf(state);
      if (standing && this.isConnected) this.show(state, standing);
    } catch {
      // Without a network there is nothing to turn on.
    }
  }

  show({ words, key }: PushState, first: Standing) {
    const box = element("section", "mt-8 rounded-card bg-snow p-4 ring-1 ring-line");
    const status = element("div", "mt-1 grid gap-2");
    const button = element(
      "button",
      `${buttonLook({ variant: "secondary", size: "large" })} mt-4 min-h-13 w-full`,
    );
    status.role = "status";
    button.type = "button";
    let standing = first;

    const draw = (failed = false) => {
      const { lead, on, blocked, install } = words;
      const text = { off: lead, on, blocked, install }[standing];
      status.replaceChildren(
        element("p", "text-moss", text),
        ...(failed ? [element("p", "text-berry", words.failed)] : []),
      );
      button.textContent = standing === "on" ? words.turn_off : words.turn_on;
      button.hidden = standing === "blocked" || standing === "install";
    };
    button.onclick = async () => {
      if (button.ariaBusy) return;
      button.ariaBusy = "true";
      const turned = await turn(standing === "on" ? "off" : "on", key).catch(() => null);
      button.ariaBusy = null;
      standing = turned ?? standing;
      draw(turned === null);
    };
    draw();
    box.append(element("h2", "font-sans font-semibold text-lg", words.title), status, button);
    this.replaceChildren(box);
  }
}

function element<Name extends keyof HTMLElementTagNameMap>(name: Name, className: string, text = "") {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

customElements.define("push-button", PushButton);
