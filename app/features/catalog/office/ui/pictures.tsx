import { BirchScene } from "~/ui/birch-scene";
import { cx } from "~/ui/cx";
import { Picture } from "~/ui/picture";
import { type PictureKey, pictures } from "~/ui/pictures";

const NAMES: Record<PictureKey, string> = {
  "service-regular": "Kitchen",
  "service-deep": "Bathroom",
  "service-move": "Empty room",
  "service-commercial": "Office",
  "service-exterior": "House",
  "home-tips": "Entryway",
  hero: "Living room",
  supplies: "Supplies",
  team: "Aprons",
};

/** One of the house's pictures for a service, or the drawn landscape. */
export function OfficePictures({ chosen, error }: { chosen: string; error: string | undefined }) {
  const keys = Object.keys(NAMES).filter((key): key is PictureKey => Object.hasOwn(pictures, key));
  return (
    <fieldset>
      <legend className="mb-1.5 font-semibold text-[0.9375rem]/5">Picture</legend>
      <div className="grid grid-cols-3 gap-2 sm:max-md:grid-cols-5 lg:grid-cols-5">
        <Choice value="" checked={chosen === ""} name="Birch illustration">
          <BirchScene variant={1} className="size-full object-cover" />
        </Choice>
        {keys.map((key) => (
          <Choice key={key} value={key} checked={chosen === key} name={NAMES[key]}>
            <Picture of={key} alt="" sizes="8rem" className="size-full object-cover" />
          </Choice>
        ))}
      </div>
      {error && <p className="mt-1.5 font-medium text-[0.9375rem]/5 text-berry">{error}</p>}
    </fieldset>
  );
}

type ChoiceProps = { value: string; checked: boolean; name: string; children: React.ReactNode };

function Choice({ value, checked, name, children }: ChoiceProps) {
  return (
    <label className={look}>
      <input
        type="radio"
        name="image"
        value={value}
        defaultChecked={checked}
        className="peer absolute inset-0 z-1 cursor-pointer appearance-none rounded-control outline-none"
      />
      <span className="block aspect-4/3 overflow-hidden rounded-t-control">{children}</span>
      <span className="block truncate px-2 py-1 text-[0.8125rem]/5 peer-checked:font-semibold">{name}</span>
    </label>
  );
}

const look = cx(
  "relative block cursor-pointer rounded-control bg-snow ring-1 ring-line transition-shadow hover:ring-evergreen-400",
  "has-checked:bg-evergreen-50 has-checked:ring-2 has-checked:ring-evergreen-700",
  "has-focus-visible:outline-2 has-focus-visible:outline-evergreen-700 has-focus-visible:outline-offset-3",
);
