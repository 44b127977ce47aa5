import { useLocation } from "react-router";
import { ButtonLink } from "~/ui/button-link";
import { Container } from "~/ui/container";
import { cx } from "~/ui/cx";
import { Brand } from "./brand";
import { type HeaderUser, mainLinks } from "./links";
import { LogoutForm } from "./logout-form";
import { MenuButton, SiteMenu } from "./site-menu";

/** Who has signed in, if anybody. */
/** On every page, with and without script. Links load the page anew, so that they reach the page cache. */
export function SiteHeader({ companyName, user }: { companyName: string; user: HeaderUser }) {
  const { pathname } = useLocation();
  return (
    <header className="group/header print:hidden sticky top-0 z-40 border-line border-b bg-paper/92 backdrop-blur-md [view-transition-name:site-header]">
      <Container className="flex h-16 items-center gap-2 lg:h-18">
        <Brand name={companyName} />
        <nav aria-label="Main" className="ml-8 hidden lg:block">
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
        <div className="ml-auto flex items-center gap-2">
          {user ? (
            <>
              {user.role === "admin" && (
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
