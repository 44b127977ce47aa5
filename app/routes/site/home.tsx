import hero from "~/assets/art/hero-living-room.webp?w=640;960;1440;1920&format=avif;webp&as=picture";
export default function Home() {
  return <main className="p-4 font-bold">Hello <img alt="" src={hero.img.src} width={300} /></main>;
}
