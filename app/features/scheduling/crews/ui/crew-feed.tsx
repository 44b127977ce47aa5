import { crewPath } from "~/features/scheduling/crews/refused";
import { FeedAddress } from "~/ui/feed-address";
import { PanelPart } from "./panel-part";

type Props = { crew: { id: string; is_active: boolean }; url: string | null };

/** The crew's private calendar address. */
export function CrewFeed({ crew, url }: Props) {
  return (
    <PanelPart id="calendar" title="Calendar">
      <p className="mb-4 text-[0.9375rem]/6 text-moss">
        Crew members subscribe to a private address on their phones and see their visits with everything they
        need at the door. Anyone with the address can read it, so replace it when someone leaves the crew.
        {url !== null && !crew.is_active && " It stays empty while the crew is inactive."}
      </p>
      <FeedAddress url={url} action={crewPath(crew.id)} label="Private address of this crew" />
    </PanelPart>
  );
}
