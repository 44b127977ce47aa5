import { FeedAddress } from "~/ui/feed-address";
import { crewPath } from "../refused";
import { PanelPart } from "./panel-part";

type Props = { crew: { id: string; is_active: boolean }; url: string | null };

/** The crew's private calendar address. */
export function CrewFeed({ crew, url }: Props) {
  return (
    <PanelPart id="calendar" title="Calendar">
      <p className="mb-4 text-[0.9375rem]/6 text-moss">
        The crew subscribes to a private address on its phones, and its visits are there with everything
        needed at the door. Whoever has the address can read that: replace it when somebody leaves the crew.
        {url !== null && !crew.is_active && " While the crew is out of work it shows nothing."}
      </p>
      <FeedAddress url={url} action={crewPath(crew.id)} label="Private address of this crew" />
    </PanelPart>
  );
}
