import Menu from "lucide-react/icons/menu";
import X from "lucide-react/icons/x";
import { useLocation } from "react-router";
import { Button } from "~/ui/action/button";
import { ButtonLink } from "~/ui/action/button-link";
import { type BrandLook, BrandName } from "~/ui/art/brand-mark";
import { cx } from "~/ui/cx";
import { Container } from "~/ui/page/container";
import { type HeaderUser, mainLinks } from "./links";

/** The signed-in account, if any. */
/** Header of every page; works without script. Links load whole pages, which come from the page cache. */
export function SiteHeader({ company, user }: { company: NamedBrand; user: HeaderUser }) {
  const { pathname } = useLocation();
  return (
    <header className="group/header print:hidden sticky top-0 z-40 border-line border-b bg-paper/92 backdrop-blur-md [view-transition-name:site-header]">
      <Container className="flex h-16 items-center gap-2 lg:h-18">
        <Brand {...company} />
        <nav aria-label="Main" className="ml-8 hidden shrink-0 lg:block">
          <ul className="flex gap-1">
            {mainLinks.map(({ href, label }) => (
              <li key={href}>
                <a href={href} aria-current={pathname === href ? "page" : undefined} className={linkLook}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
        </nav>
        <div className="ml-auto flex shrink-0 items-center gap-2">
          {user ? (
            <>
              {user.is_staff && (
                <ButtonLink href="/admin" variant="ghost" size="small" className="max-lg:hidden">
                  Admin
                </ButtonLink>
              )}
              <ButtonLink href="/profile" variant="ghost" size="small" className="max-lg:hidden">
                My Profile
              </ButtonLink>
              <LogoutForm className="max-lg:hidden" />
            </>
          ) : (
            <>
              <ButtonLink href="/login" variant="ghost" size="small" className="max-lg:hidden">
                Login
              </ButtonLink>
              <ButtonLink href="/signup" variant="secondary" size="small" className="max-lg:hidden">
                Sign Up
              </ButtonLink>
            </>
          )}
          <ButtonLink
            href="/book"
            size="small"
            className="whitespace-nowrap max-lg:min-h-11 max-[22.5rem]:px-3"
          >
            Book Now
          </ButtonLink>
          <MenuButton />
        </div>
      </Container>
      <SiteMenu pathname={pathname} user={user} />
    </header>
  );
}

const linkLook = cx(
  "relative flex min-h-11 items-center rounded-control px-3.5 font-medium text-[0.9375rem] text-moss",
  "transition-colors duration-150 hover:text-ink aria-[current=page]:text-ink",
  "after:absolute after:inset-x-3.5 after:bottom-1 after:h-[3px] after:rounded-full after:transition-colors",
  "forced-colors:aria-[current=page]:underline hover:after:bg-line aria-[current=page]:after:bg-sunlight",
);

export type NamedBrand = { company_name: string; brand: BrandLook };

/** Logo with the company's name, linked to the home page. The name takes at most two lines. */
export function Brand({ company_name, brand }: NamedBrand) {
  return (
    <a
      href="/"
      className="-m-1.5 flex min-h-11 min-w-0 items-center gap-2.5 rounded-control max-[22.5rem]:gap-2 p-1.5"
    >
      <BrandName
        brand={brand}
        name={company_name}
        mark="size-9 shrink-0 max-[22.5rem]:size-7"
        wide="h-9 w-auto min-w-0 max-w-40 object-left max-[22.5rem]:max-w-28 sm:max-w-60"
      >
        <span className="line-clamp-2 max-w-28 max-[22.5rem]:text-[0.9375rem] text-balance font-[560] font-display text-[1.0625rem]/[1.1] tracking-tight sm:max-w-none sm:text-xl">
          {company_name}
        </span>
      </BrandName>
    </a>
  );
}

type Props = { size?: "small" | "medium"; className?: string };

/** Signs out. A form, since it changes state; works without script. */
export function LogoutForm({ size = "small", className }: Props) {
  return (
    <form method="post" action="/logout" className={className}>
      <Button type="submit" variant="secondary" size={size} className="w-full">
        Logout
      </Button>
    </form>
  );
}

const MENU_ID = "site-menu";

/** Opens the mobile menu, a native popover. Works without script. */
function MenuButton() {
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

/** Links of the header as a sheet below it. */
function SiteMenu({ pathname, user }: { pathname: string; user: HeaderUser }) {
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
          {user?.is_staff && (
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
