import { type RouterContextProvider, redirect } from "react-router";
import { decodeJson, encodeJson } from "~/lib/base64url";
import { parseUndo, type ToastMessage } from "~/lib/toast-message";
import { cookiesContext, requestContext } from "~/platform/context.server";
import { readCookie } from "./cookies.server";

/** Carries a toast over a redirect to the next page. */
const COOKIE = "wb_toast";
const SECONDS = 60;

type Context = Readonly<RouterContextProvider>;

function setToast(context: Context, toast: ToastMessage): void {
  write(context, encodeJson(toast), SECONDS);
}

/** Redirects; `reload` makes the browser load the page anew, as after signing in or out. */
export function redirectTo(
  context: Context,
  path: string,
  { toast, reload = false }: { toast?: ToastMessage; reload?: boolean } = {},
): Response {
  if (toast) setToast(context, toast);
  const header = reload ? "X-Remix-Reload-Document" : "X-Remix-Revalidate";
  return redirect(path, { status: 303, headers: { [header]: "true" } });
}

/** The toast for this page, if a redirect left one; removes it. */
export function takeToast(request: Request, context: Context): ToastMessage | null {
  const value = readCookie(request, COOKIE);
  if (value === null) return null;
  const replaced = context.get(cookiesContext).some((cookie) => cookie.startsWith(`${COOKIE}=`));
  if (!replaced) write(context, "", 0);
  const toast = decodeJson(value) as Partial<ToastMessage> | null;
  if (typeof toast?.title !== "string") return null;
  const description = typeof toast.description === "string" ? toast.description : undefined;
  const undo = parseUndo(toast.undo);
  return { title: toast.title, description, destructive: toast.destructive === true, ...(undo && { undo }) };
}

function write(context: Context, value: string, maxAge: number) {
  const secure = requestContext(context).origin.startsWith("https:") ? "; Secure" : "";
  context
    .get(cookiesContext)
    .push(`${COOKIE}=${value}; Path=/; Max-Age=${maxAge}; HttpOnly; SameSite=Lax${secure}`);
}
