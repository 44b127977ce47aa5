import { needsEstimate, priceLabel, type Service } from "../service";

/** The price set large, its unit small: "$53" and "/hr". Reads as one text. */
export function ServicePrice({ service, currency }: { service: Service; currency: string }) {
  const [amount, unit] = priceLabel(service, currency).split("/");
  return (
    <p className="font-display tabular-nums">
      <span className={needsEstimate(service) ? sizes.words : sizes.price}>{amount}</span>
      {unit && <span className="ml-0.5 font-sans text-base text-moss">/{unit}</span>}
    </p>
  );
}

const sizes = {
  price: "font-[560] text-[2.25rem]/[1.1] tracking-tight",
  words: "font-[560] text-[1.625rem]/[1.525] tracking-tight",
};
