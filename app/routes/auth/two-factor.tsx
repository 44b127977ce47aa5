export default function Page() {
  return <h1>To be written</h1>;
}
