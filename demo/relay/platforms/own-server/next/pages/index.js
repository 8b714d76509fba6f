export default function Page() {
  return 'site';
}
