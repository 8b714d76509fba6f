/** Next.js: a page with the visitor's data in it. Since it reads headers, Next.js sends it with `Cache-Control: private`. */
import { headers } from 'next/headers';
import { relay } from '../relay.js';

export default async function Page() {
  // null if nothing is known: the page then requests /origin/. React escapes what is in attributes.
  const visitor = await relay.lookup(new Request('https://localhost/', { headers: await headers() }));
  return (
    <>
      <script
        src="/visitor-elements.min.js"
        data-base-url="/origin/"
        data-auth="none"
        data-initial-data={JSON.stringify(visitor)}
      />
      <p>
        You are in <visitor-value field="location.city">a place</visitor-value>.
      </p>
    </>
  );
}
