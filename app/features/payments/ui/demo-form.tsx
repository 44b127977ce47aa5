import { getFormProps, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useState } from "react";
import { useNavigate } from "react-router";
import { DEMO_PAYMENT_MS, DEMO_PAYMENT_REDIRECT_MS } from "~/lib/timings";
import { Button } from "~/ui/button";
import { useToast } from "~/ui/toast";
import { cardFormSchema, type YearMonth } from "../card";
import { CardFields } from "./card-fields";

/** The card fields alone: the demo wants to know nobody. */
function demoFormSchema(month: YearMonth) {
  return cardFormSchema(month).pick({ number: true, expiry: true, cvc: true });
}

/** The demo of a card payment: takes two seconds, succeeds, and a second later leads to /confirmation (spec section 4). */
export function DemoForm({ total, month }: { total: string; month: YearMonth }) {
  const schema = demoFormSchema(month);
  const [paying, setPaying] = useState(false);
  const navigate = useNavigate();
  const toast = useToast();
  const [form, fields] = useForm<{ number: string; expiry: string; cvc: string }>({
    id: "demo",
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
    onSubmit(event) {
      event.preventDefault();
      setPaying(true);
      setTimeout(() => {
        toast({ title: "Payment Successful", description: "This was a demo. No card was charged." });
        setTimeout(() => navigate("/confirmation"), DEMO_PAYMENT_REDIRECT_MS);
      }, DEMO_PAYMENT_MS);
    },
  });
  return (
    <form method="post" {...getFormProps(form)} className="grid gap-6">
      <CardFields number={fields.number} expiry={fields.expiry} cvc={fields.cvc} />
      <Button type="submit" size="large" pending={paying} pendingLabel="Processing...">
        Pay {total}
      </Button>
    </form>
  );
}
