import type { Service } from "~/features/catalog/service";
import { ServiceCard } from "~/features/catalog/ui/service-card";

/** The card of the site, as the form has it so far; nothing in it can be pressed. */
export function OfficePreview({ service, currency }: { service: Service; currency: string }) {
  return (
    <section aria-labelledby="preview-title" className="grid gap-3 lg:sticky lg:top-20">
      <h2 id="preview-title" className="font-sans font-semibold text-[0.9375rem]/5 text-moss">
        {service.is_active ? "On the site" : "On the site once it's active"}
      </h2>
      <div inert className={service.is_active ? "grid pt-2" : "grid pt-2 opacity-60"}>
        <ServiceCard service={service} currency={currency} heading="h3" bookHref="/book" />
      </div>
    </section>
  );
}
