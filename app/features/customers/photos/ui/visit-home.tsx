import { Link } from "react-router";
import { type HomePhoto, officeHomePage } from "~/features/customers/photos/photo";
import { buttonLook } from "~/ui/action/button-look";
import { Fact, Facts } from "~/ui/list/facts";
import { PanelPart } from "~/ui/list/panel-part";
import { PhotoStrip } from "./photo-strip";

type Props = {
  id: string;
  pets: string | null;
  parking: string | null;
  special_instructions: string | null;
  photos: HomePhoto[];
};

/** What crews know of a visit's home, for the office. */
export function VisitHome({ id, pets, parking, special_instructions, photos }: Props) {
  const nothing = !pets && !parking && !special_instructions && photos.length === 0;
  return (
    <PanelPart title="Home">
      {nothing && <p className="text-[0.9375rem]/6 text-moss">Nothing is known of this home yet.</p>}
      <Facts className="whitespace-pre-line">
        <Fact label="Pets">{pets}</Fact>
        <Fact label="Parking">{parking}</Fact>
        <Fact label="Instructions">{special_instructions}</Fact>
      </Facts>
      <PhotoStrip photos={photos} className="mt-3" />
      <Link
        to={officeHomePage(id)}
        className={`${buttonLook({ variant: "secondary", size: "small" })} mt-3 min-h-11`}
      >
        Notes and photos
      </Link>
    </PanelPart>
  );
}
