import { type FieldMetadata, useForm } from "@conform-to/react";
import { parseWithZod } from "@conform-to/zod/v4";
import { useNavigation } from "react-router";
import type { z } from "zod";
import type { Refused } from "../refusal";

/** A form of the sign-in pages: checked when it is sent, then while its mistakes are mended. */
export function useAuthForm<Schema extends z.ZodObject>(
  id: string,
  schema: Schema,
  answer: Refused | undefined,
) {
  const navigation = useNavigation();
  const [form, fields] = useForm<z.input<Schema>, z.output<Schema>>({
    id,
    lastResult: navigation.state === "idle" ? answer?.result : undefined,
    onValidate: ({ formData }) => parseWithZod(formData, { schema }),
    shouldValidate: "onSubmit",
    shouldRevalidate: "onInput",
  });
  const pending = navigation.state !== "idle" && navigation.formMethod === "POST";
  /** Where the caret goes when a refused form comes back as a page of its own, which it does without script. */
  const firstWrong = Object.entries(answer?.result.error ?? {}).find(([, errors]) => errors)?.[0];
  /** What a field needs of Conform, beside its `key`. */
  const control = ({ id, name, errors, initialValue }: FieldMetadata<string>) => ({
    id,
    name,
    error: errors,
    defaultValue: initialValue,
    required: true,
    autoFocus: name === firstWrong || undefined,
  });
  return { form, fields, control, pending };
}
