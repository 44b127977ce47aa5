import type { BoardCrew } from "~/features/scheduling/board/board";
import { Badge } from "~/ui/badge";

type Props = { crew: BoardCrew; note: string | null };

/** Whose row it is; `note` says what is particular about this crew on the days that are shown. */
export function CrewHead({ crew, note }: Props) {
  return (
    <th
      scope="row"
      className="border-line bg-snow px-4 py-3 text-left align-top font-semibold max-md:block max-md:rounded-t-card max-md:border-b max-md:px-4 md:sticky md:left-0 md:z-20 group-last/crew:border-b-0 md:w-36 md:border-r md:border-b lg:w-44 md:group-last/crew:rounded-bl-card"
    >
      <span className="wrap-anywhere">{crew.name}</span>
      {!crew.is_active && <Badge className="ml-2">Inactive</Badge>}
      {note && <span className="block font-normal text-[0.8125rem]/5 text-moss">{note}</span>}
    </th>
  );
}
