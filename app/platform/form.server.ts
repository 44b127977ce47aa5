/** The text fields of a posted form; null when the body is no form. Files are left out. */
export async function readForm(request: Request): Promise<Record<string, string> | null> {
  try {
    const fields = await request.formData();
    return Object.fromEntries(
      [...fields].flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : [])),
    );
  } catch {
    return null;
  }
}
