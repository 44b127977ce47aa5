import { type FormEvent, type ReactNode, useRef, useState } from "react";
import { accentOf } from "~/features/operations/settings/brand/accents";
import { lettersOf } from "~/features/operations/settings/brand/brand";
import { BIRCH, paletteOf } from "~/features/operations/settings/brand/palette";
import { isDialable } from "~/lib/phone";
import { type BrandLook, BrandName } from "~/ui/art/brand-mark";
import { cx } from "~/ui/cx";
import { Card } from "~/ui/page/card";

type Previewed = { company_name: string; phone: string; brand: BrandLook };

/** What is typed or chosen and not saved yet. */
type Draft = Partial<Pick<Previewed, "company_name" | "phone">> & {
  accent?: string;
  logo?: BrandLook["logo"];
};

/** Bytes. Larger files are refused when they are sent (platform/files/logo.server.ts). */
const MOST = 2_000_000;

/** Follows the fields of the form in it, before they are saved. Without a script, the preview shows what is saved. */
export function useLookDraft() {
  const [draft, setDraft] = useState<Draft>({});
  const turn = useRef(0);
  const follow = ({ target }: FormEvent<HTMLElement>) => {
    const { form } = target as HTMLInputElement;
    if (!form) return;
    const data = new FormData(form);
    const text = (name: string) => {
      const value = data.get(name);
      return typeof value === "string" ? value : undefined;
    };
    const accent = data.has("accent")
      ? (accentOf({ accent: text("accent") ?? "", other: text("other") ?? "" }) ?? undefined)
      : undefined;
    const named = { company_name: text("company_name")?.trim(), phone: text("phone") };
    const next = { ...named, accent };
    setDraft(({ logo }) => ({ ...next, logo }));
    turn.current += 1;
    const mine = turn.current;
    const file = data.get("logo");
    const show = (logo: Draft["logo"]) => turn.current === mine && setDraft({ ...next, logo });
    if (file instanceof File && file.size > 0) void pictureOf(file).then((logo) => show(logo ?? undefined));
    else show(data.has("remove_logo") ? null : undefined);
  };
  return { draft, follow };
}

/** A chosen file as a picture; null: it is none. */
async function pictureOf(file: File): Promise<BrandLook["logo"]> {
  if (file.size > MOST) return null;
  const src = await new Promise<string>((resolve) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => resolve("");
    // Whatever the file is called, browsers show data of these two types only.
    const type = file.type === "image/svg+xml" ? file.type : "image/png";
    reader.readAsDataURL(new Blob([file], { type }));
  });
  const image = new Image();
  image.src = src;
  try {
    await image.decode();
  } catch {
    return null;
  }
  return { src, width: image.naturalWidth || 1, height: image.naturalHeight || 1 };
}

type Props = { company: Previewed; draft: Draft; className?: string };

/** What customers see: as it is saved, and as it will be. */
export function LookPreview({ company, draft, className }: Props) {
  const isChanged = Object.values(draft).some((value) => value !== undefined);
  const name = draft.company_name || company.company_name;
  const letters = company.brand.letters === null ? null : lettersOf(name);
  const logo = draft.logo === undefined ? company.brand.logo : draft.logo;
  return (
    <Card as="aside" aria-label="Preview" className={cx("overflow-hidden", className)}>
      <p className="border-line border-b px-4 py-2 text-[0.8125rem] text-moss">
        {isChanged ? "Preview, not saved yet" : "As saved"}
      </p>
      <Colored accent={draft.accent}>
        <div className="flex min-h-9 min-w-0 items-center gap-2.5">
          <BrandName
            brand={{ logo, letters }}
            name={name}
            mark="size-9 shrink-0"
            wide="h-9 w-auto min-w-0 max-w-full object-left"
          >
            <span className="wrap-anywhere min-w-0 font-[560] font-display text-[1.0625rem]/5">{name}</span>
          </BrandName>
        </div>
        <p className="font-display text-heading">Ready for a Sparkling Clean Home?</p>
        <p className="wrap-anywhere text-moss">
          {[draft.phone, company.phone].find((phone) => phone && isDialable(phone))}
        </p>
        <span className="justify-self-start rounded-control bg-evergreen-700 px-4 py-2.5 font-semibold text-snow">
          Book Now
        </span>
        <span className="justify-self-start font-medium text-evergreen-700 underline underline-offset-4">
          View Services
        </span>
      </Colored>
    </Card>
  );
}

/** In the colors of an accent that isn't saved. They are set by script, as the page allows no styles in its HTML. */
function Colored({ accent, children }: { accent: string | undefined; children: ReactNode }) {
  const colors = accent === undefined ? undefined : variablesOf(accent || BIRCH);
  return (
    <div style={colors} className="grid gap-4 bg-paper p-4">
      {children}
    </div>
  );
}

function variablesOf(accent: string): Record<string, string> {
  const mode = matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light";
  return Object.fromEntries(
    Object.entries(paletteOf(accent)[mode]).map(([step, color]) => [`--color-${step}`, color]),
  );
}
