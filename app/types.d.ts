declare module "*&as=picture" {
  const picture: { sources: Record<string, string>; img: { src: string; w: number; h: number } };
  export default picture;
}
declare module "virtual:react-router/server-build" {
  const build: import("react-router").ServerBuild;
  export = build;
}
