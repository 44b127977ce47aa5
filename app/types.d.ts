declare module "*.webp?picture" {
  const picture: { sources: { avif: string; webp: string }; img: { src: string; w: number; h: number } };
  export default picture;
}
declare module "*.md" {
  const text: import("~/lib/text-tree").TextTree;
  export default text;
}
declare module "virtual:react-router/server-build" {
  const build: import("react-router").ServerBuild;
  export = build;
}
declare module "subset-font" {
  type Options = {
    targetFormat: "woff2" | "truetype";
    variationAxes: Record<string, number | { min: number; max: number }>;
    keepFeatures: string[];
  };
  export default function subsetFont(font: Uint8Array, text: string, options: Options): Promise<Uint8Array>;
}
declare module "qrcode" {
  type Options = { type: "svg"; margin: number };
  const qrcode: { toString(text: string, options: Options): Promise<string> };
  export default qrcode;
}
declare module "s3rver" {
  type Options = {
    port: number;
    address: string;
    silent: boolean;
    directory: string;
    configureBuckets: { name: string }[];
  };
  export default class S3rver {
    constructor(options: Options);
    run(): Promise<{ port: number }>;
    close(): Promise<void>;
  }
}
