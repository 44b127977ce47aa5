export type { Clash, Place, PreviewVisit } from "~/features/booking/clash";
