/**
 * Tabs whose list doubles as progress: a birch dash under each, done, current or to do.
 * Without script every panel shows, one after another, under its heading; the list is hidden.
 *
 *   <Tabs value={step} onValueChange={setStep}>
 *     <TabList label="Steps of your booking">
 *       <Tab value="service" done>Service</Tab> …
 *     </TabList>
 *     <TabPanel value="service" heading="Service">…</TabPanel> …
 *   </Tabs>
 *
 * Panels stay mounted, so what was typed in them stays too.
 */
import { Tabs as BaseTabs } from "@base-ui/react/tabs";
import Check from "lucide-react/icons/check";
import type { ReactNode } from "react";
import { cx } from "~/ui/cx";

type TabsProps<Value extends string> = {
  value?: Value;
  defaultValue?: Value;
  onValueChange?: (value: Value) => void;
  className?: string;
  children: ReactNode;
};

export function Tabs<Value extends string>({ onValueChange, ...rest }: TabsProps<Value>) {
  return <BaseTabs.Root {...rest} onValueChange={(value) => onValueChange?.(value as Value)} />;
}

export function TabList({
  label,
  className,
  children,
}: {
  label: string;
  className?: string;
  children: ReactNode;
}) {
  return (
    <BaseTabs.List aria-label={label} className={cx("flex gap-2 sm:gap-3 noscript:hidden", className)}>
      {children}
    </BaseTabs.List>
  );
}

export function Tab({
  value,
  done = false,
  children,
}: {
  value: string;
  done?: boolean;
  children: ReactNode;
}) {
  return (
    <BaseTabs.Tab
      value={value}
      className={cx(
        "group flex min-h-11 grow cursor-pointer flex-col justify-end gap-2 rounded-t-control pt-2 font-semibold text-sm sm:text-base",
        "text-moss transition-colors duration-150 hover:text-ink data-active:text-ink",
      )}
    >
      <span className="flex items-center justify-center gap-1.5 whitespace-nowrap">
        {done && (
          <Check
            aria-label="Done:"
            strokeWidth={2.25}
            className="size-4 text-evergreen-700 group-data-active:hidden max-[22.5rem]:sr-only"
          />
        )}
        {children}
      </span>
      <span
        className={cx(
          "h-1 rounded-full transition-colors duration-200 group-data-active:bg-sunlight forced-colors:bg-[CanvasText]",
          done ? "bg-evergreen-700" : "bg-line group-hover:bg-sage",
        )}
      />
    </BaseTabs.Tab>
  );
}

type PanelProps = {
  value: string;
  /** Shown only when scripting is off, where no tab names the panel. */
  heading: string;
  className?: string;
  children: ReactNode;
};

export function TabPanel({ value, heading, className, children }: PanelProps) {
  return (
    <BaseTabs.Panel
      value={value}
      keepMounted
      render={(props, { hidden }) => (
        <div
          {...props}
          hidden={undefined}
          inert={undefined}
          data-inactive={hidden || undefined}
          className={cx("rounded-control data-inactive:hidden data-inactive:noscript:block", className)}
        />
      )}
    >
      <h2 className="mb-4 hidden text-heading noscript:block">{heading}</h2>
      {children}
    </BaseTabs.Panel>
  );
}
