/**
 * Every name that the scripts for a tag read from `window` or `document`, and that markup may take: `<a id="…">` becomes a
 * global that the browser doesn't have, `<img name="…">` any property of the document.
 * `test/unit/package/page-names.test.ts` checks that none is missing.
 */
export const pageNames = {
  window: [
    // The library's own.
    'visitorElements',
    // Lit's own.
    ...[
      'litHtmlVersions',
      'litElementVersions',
      'reactiveElementVersions',
      'litPropertyMetadata',
      'litNonce',
    ],
    ...['litHtmlPolyfillSupport', 'litElementPolyfillSupport', 'litElementHydrateSupport', 'ShadyCSS'],
    ...['reactiveElementPolyfillSupport', 'trustedTypes'],
    // The browser's.
    ...[
      'AbortController',
      'AbortSignal',
      'BroadcastChannel',
      'CSS',
      'CSSStyleSheet',
      'Document',
      'DocumentFragment',
      'Element',
      'Event',
      'EventTarget',
    ],
    ...['HTMLElement', 'HTMLScriptElement', 'IntersectionObserver', 'MutationObserver', 'Node', 'ShadowRoot'],
    ...['TextDecoder', 'URL', 'URLSearchParams', 'WorkerGlobalScope', 'WorkerNavigator', 'addEventListener'],
    ...[
      'clearTimeout',
      'console',
      'customElements',
      'document',
      'fetch',
      'getComputedStyle',
      'isSecureContext',
    ],
    ...['localStorage', 'location', 'navigator', 'performance', 'queueMicrotask', 'reportError'],
    ...['requestAnimationFrame', 'self', 'sessionStorage', 'setTimeout'],
  ],
  document: [
    ...[
      'activeElement',
      'addEventListener',
      'baseURI',
      'body',
      'cookie',
      'createComment',
      'createElement',
      'createTextNode',
    ],
    ...['createTreeWalker', 'currentScript', 'defaultView', 'documentElement', 'hidden', 'importNode'],
    ...['host', 'prerendering', 'querySelector', 'readyState', 'scripts'],
  ],
};
