import { Link, useNavigation } from "react-router";
import { officeCodesPage, type RevealView } from "~/features/customers/codes/rules";
import { buttonLook } from "~/ui/action/button-look";
import { IntentButton } from "~/ui/action/intent-button";
import { PanelPart } from "~/ui/list/panel-part";
import { RevealLog } from "./reveal-log";

type Props = {
  home: string | null;
  /** How many the home has. */
  codes: number;
  /** Who saw them for this visit. */
  reveals: RevealView[];
  /** Whether the booking has a customer, so that a home can be made. */
  canOpen: boolean;
};

/** The entry codes of a visit's home, for the office: how many, never which, and who of the crew saw them. */
export function VisitCodes({ home, codes, reveals, canOpen }: Props) {
  const pending = useNavigation().formData?.get("intent") === "open-home";
  return (
    <PanelPart title="Entry codes">
      <p className="mb-3 text-[0.9375rem]/6 text-moss">
        {codes === 0
          ? "No codes are saved for this home."
          : `${codes === 1 ? "1 code" : `${codes} codes`} saved.`}
        {!home && !canOpen && " The booking needs a customer first."}
      </p>
      {home ? (
        <Link
          to={officeCodesPage(home)}
          className={`${buttonLook({ variant: "secondary", size: "small" })} min-h-11`}
        >
          Codes of this home
        </Link>
      ) : (
        canOpen && (
          <IntentButton intent="open-home" pending={pending}>
            Add codes
          </IntentButton>
        )
      )}
      {reveals.length > 0 && (
        <div className="mt-4">
          <RevealLog reveals={reveals} />
        </div>
      )}
    </PanelPart>
  );
}
