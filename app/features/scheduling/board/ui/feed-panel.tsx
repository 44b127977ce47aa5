import { FeedAddress } from "~/ui/feed-address";
import { SidePanel } from "~/ui/side-panel";

type Props = { url: string | null; action: string; closeHref: string };

/** The office's private calendar address, with the visits of all crews. */
export function FeedPanel({ url, action, closeHref }: Props) {
  return (
    <SidePanel title="Calendar" closeHref={closeHref}>
      <p className="mb-4 text-moss">
        See every crew's visits in your own calendar, with address, access notes, first name and phone. Anyone
        with the private address can read it, so replace it when someone leaves the team. Each crew has its
        own address on its page.
      </p>
      <FeedAddress url={url} action={action} label="Private address of the office" />
    </SidePanel>
  );
}
