import Menu from "lucide-react/icons/menu";
import X from "lucide-react/icons/x";
import { ButtonLink } from "~/ui/button-link";
import { type HeaderUser, mainLinks } from "./links";
import { LogoutForm } from "./logout-form";

const MENU_ID = "site-menu";

/** Opens and closes the menu of small screens: a popover of the browser's own, so no script is needed. */
export function MenuButton() {
  return (
    <button
      type="button"
      popoverTarget={MENU_ID}
      aria-label="Menu"
      className="-mr-2 grid size-11 cursor-pointer place-items-center rounded-control transition-colors hover:bg-sage-soft lg:hidden"
    >
      <Menu strokeWidth={1.75} className="size-6 group-has-[:popover-open]/header:hidden" />
      <X strokeWidth={1.75} className="hidden size-6 group-has-[:popover-open]/header:block" />
    </button>
  );
}

/** The same links as in the header, as a sheet below it. */
export function SiteMenu({ pathname, user }: { pathname: string; user: HeaderUser }) {
  return (
    <div
      id={MENU_ID}
      popover="auto"
      className="fixed inset-x-0 top-16 bottom-auto m-0 max-h-[calc(100dvh-4rem)] w-full max-w-none overflow-y-auto border-line border-b bg-paper px-5 pt-3 pb-6 text-ink shadow-lift transition-[opacity,translate,display,overlay] transition-discrete duration-200 ease-out backdrop:top-16 backdrop:bg-scrim not-open:-translate-y-2 not-open:opacity-0 open:starting:-translate-y-2 open:starting:opacity-0 sm:px-8 lg:hidden"
    >
      <nav aria-label="Menu">
        <ul>
          {mainLinks.map(({ href, label }) => (
            <li key={href} className="border-line border-b">
              <a
                href={href}
                aria-current={pathname === href ? "page" : undefined}
                className="flex min-h-14 items-center justify-between font-[560] font-display text-xl after:h-1 after:w-6 after:rounded-full aria-[current=page]:text-evergreen-600 aria-[current=page]:after:bg-sunlight forced-colors:aria-[current=page]:underline"
              >
                {label}
              </a>
            </li>
          ))}
        </ul>
        <div className="mt-5 grid grid-cols-2 gap-3">
          {user?.role === "admin" && (
            <ButtonLink href="/admin" variant="secondary" className="col-span-2">
              Admin Panel
            </ButtonLink>
          )}
          {user ? (
            <>
              <ButtonLink href="/profile" variant="secondary">
                My Profile
              </ButtonLink>
              <LogoutForm size="medium" />
            </>
          ) : (
            <>
              <ButtonLink href="/login" variant="secondary">
                Login
              </ButtonLink>
              <ButtonLink href="/signup" variant="secondary">
                Sign Up
              </ButtonLink>
            </>
          )}
          <ButtonLink href="/book" size="large" className="col-span-2">
            Book Now
          </ButtonLink>
        </div>
      </nav>
    </div>
  );
}
