/** The page that ends the demo, by way of the login for who isn't logged in yet. */
const HREF = "/login?redirect=%2Fadmin%2Fown";

/** The bar above every page of the demo, after the link that skips to the content. It stands in the page, so nothing moves when it comes. */
export function DemoBar() {
  return (
    <p className="bg-sunlight-soft px-4 py-1.5 text-center text-[0.875rem]/6 text-ink print:hidden">
      This is a demo.{" "}
      <a href={HREF} className="font-semibold underline underline-offset-4">
        Start your own company
      </a>
    </p>
  );
}
