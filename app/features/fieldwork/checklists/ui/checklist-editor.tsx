import ArrowDown from "lucide-react/icons/arrow-down";
import ArrowUp from "lucide-react/icons/arrow-up";
import { Form } from "react-router";
import type { ChecklistItem } from "~/features/fieldwork/checklists/checklist";
import { Button } from "~/ui/action/button";
import { Badge } from "~/ui/list/badge";
import { Card } from "~/ui/page/card";
import { Notice } from "~/ui/page/notice";
import { EditItem, ItemForm, type RefusedItem } from "./item-form";

type Props = {
  items: ChecklistItem[];
  /** Id of the next item. */
  nextId: string;
  refused: RefusedItem | undefined;
  canEdit: boolean;
};

/** What is to be done at each visit, in order, and the forms that change it. */
export function ChecklistEditor({ items, nextId, refused, canEdit }: Props) {
  const isAbout = (intent: string, id: string) =>
    refused?.values.intent === intent && refused.values.item === id;
  const adding = refused?.values.intent === "add" ? refused : undefined;
  return (
    <div className="grid gap-6">
      {refused?.message && (
        <Notice tone="error" title="Nothing was changed">
          {refused.message}
        </Notice>
      )}
      {items.length > 0 ? (
        <Card className="px-4 sm:px-5">
          <ol className="divide-y divide-line">
            {items.map((item, index) => (
              <li key={item.id} className="py-2">
                <div className="flex items-center gap-3">
                  <ItemText item={item} />
                  {canEdit && <Order item={item} isFirst={index === 0} isLast={index === items.length - 1} />}
                </div>
                {canEdit && <EditItem item={item} refused={isAbout("save", item.id) ? refused : undefined} />}
              </li>
            ))}
          </ol>
        </Card>
      ) : (
        <p className="text-moss">No items yet.</p>
      )}
      {canEdit && (
        <Card className="p-5 sm:p-7">
          <h2 className="mb-5 text-heading">Add an item</h2>
          <ItemForm
            key={nextId}
            intent="add"
            id={adding?.values.item ?? nextId}
            refused={adding}
            label="Add item"
          />
        </Card>
      )}
    </div>
  );
}

function ItemText({ item: { text, text_es, required } }: { item: ChecklistItem }) {
  return (
    <div className="wrap-anywhere min-w-0 flex-1 py-1.5">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1 font-semibold text-[0.9375rem]/5">
        {text}
        {required && <Badge tone="sunlight">Required</Badge>}
      </p>
      {text_es && (
        <p lang="es" className="mt-0.5 text-[0.9375rem]/5 text-moss">
          {text_es}
        </p>
      )}
    </div>
  );
}

type OrderProps = { item: ChecklistItem; isFirst: boolean; isLast: boolean };

function Order({ item: { id, text }, isFirst, isLast }: OrderProps) {
  const ways = [
    { intent: "up", label: `Move up: ${text}`, Icon: ArrowUp, disabled: isFirst },
    { intent: "down", label: `Move down: ${text}`, Icon: ArrowDown, disabled: isLast },
  ];
  return (
    <Form method="post" preventScrollReset className="flex shrink-0 gap-1">
      <input type="hidden" name="item" value={id} />
      {ways.map(({ intent, label, Icon, disabled }) => (
        <Button
          key={intent}
          type="submit"
          name="intent"
          value={intent}
          variant="ghost"
          size="small"
          className="min-h-11 px-2.5"
          disabled={disabled}
          aria-label={label}
        >
          <Icon aria-hidden strokeWidth={1.75} className="size-5" />
        </Button>
      ))}
    </Form>
  );
}
