import { LogoMark } from "~/ui/logo-mark";

/** The logo with the company's name, leading home. On narrow screens the name takes two short lines. */
export function Brand({ name }: { name: string }) {
  return (
    <a
      href="/"
      className="-m-1.5 flex min-h-11 items-center gap-2.5 rounded-control max-[22.5rem]:gap-2 p-1.5"
    >
      <LogoMark className="size-9 shrink-0 max-[22.5rem]:size-7" />
      <span className="max-w-28 max-[22.5rem]:text-[0.9375rem] text-balance font-[560] font-display text-[1.0625rem]/[1.1] tracking-tight sm:max-w-none sm:text-xl">
        {name}
      </span>
    </a>
  );
}
