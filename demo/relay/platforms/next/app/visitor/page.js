/** Next.js: a page with the visitor's data in it. Since it reads headers, Next.js sends it with `Cache-Control: private`. */
import { headers } from 'next/headers';
import { connection } from 'next/server';
import { Suspense } from 'react';
import { relay } from '../relay.js';

/** The script with the data. It depends on the request, so Next.js sends it behind the rest of the page. */
async function VisitorScript() {
  await connection();
  // null if nothing is known: the page then requests /origin/. React escapes what is in attributes.
  const visitor = await relay.lookup(new Request('https://localhost/', { headers: await headers() }));
  return (
    <script
      src="/visitor-elements.min.js"
      data-base-url="/origin/"
      data-auth="none"
      data-initial-data={JSON.stringify(visitor)}
    />
  );
}

export default function Page() {
  return (
    <>
      <p>
        You are in <visitor-value field="location.city">a place</visitor-value>.
      </p>
      <Suspense>
        <VisitorScript />
      </Suspense>
    </>
  );
}
