import { expect } from '@open-wc/testing';
describe('probe', () => {
  it('features', async () => {
    const out: Record<string, unknown> = {
      ua: navigator.userAgent, secure: isSecureContext, sw: 'serviceWorker' in navigator, locks: 'locks' in navigator,
      prerendering: 'prerendering' in document, top: window === top, href: location.href, onLine: navigator.onLine,
      timeout: 'timeout' in AbortSignal, reportError: typeof reportError,
    };
    const a = '/src//lookup/index.ts', b = '/src/lookup/index.ts';
    try { const m = await import(a); const n = await import(b); out['copy'] = [m.OriginLookup === n.OriginLookup, m.OriginLookup.name, m.LookupError === n.LookupError]; } catch (e) { out['copy'] = String(e); }
    try { out['worker'] = await new Promise((r, j) => { const w = new Worker(URL.createObjectURL(new Blob([`import(${JSON.stringify(new URL('/src/lookup/index.ts', location.href).href)}).then(m => postMessage(Object.keys(m)), e => postMessage(String(e)))`], {type:'text/javascript'})), {type:'module'}); w.onmessage = e => r(e.data); w.onerror = e => j(e.message); }); } catch (e) { out['worker'] = String(e); }
    try { const r = await navigator.serviceWorker.getRegistrations(); out['regs'] = r.length; } catch (e) { out['regs'] = String(e); }
    try { out['lock'] = await navigator.locks.request('x', () => 1); } catch (e) { out['lock'] = String(e); }
    expect(JSON.stringify(out, null, 1)).to.equal('');
  });
});
