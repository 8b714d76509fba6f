/** The timeline of consent: grants and revokes it in a frame, opens the next page, and counts each page's requests. */
export function followConsent(): void {
  const frame = document.querySelector<HTMLIFrameElement>('#consent');
  const timeline = document.querySelector<HTMLElement>('.timeline');
  const status = document.querySelector('#request-count');
  if (!frame || !timeline || !status) return;
  const steps = [...timeline.children].filter((step): step is HTMLElement => step instanceof HTMLElement);
  const library = () => (frame.contentWindow as (Window & typeof globalThis) | null)?.visitorElements;
  let isGranted = false;

  /** Moves the dot. Its place depends on the width. */
  const place = () => {
    const current = steps.find((step) => step.ariaCurrent);
    timeline.style.setProperty('--x', `${current?.offsetLeft ?? 0}px`);
    timeline.style.setProperty('--y', `${current?.offsetTop ?? 0}px`);
  };
  const moveTo = (wanted: number) => {
    for (const [index, step] of steps.entries()) step.ariaCurrent = index === wanted ? 'step' : null;
    place();
  };
  new ResizeObserver(place).observe(timeline);
  moveTo(0);

  const grant = () => {
    isGranted = true;
    // Data of the first page is for the next one. Other previews store nothing.
    library()?.configure({ storage: 'session' });
    library()?.grantConsent();
  };
  document.querySelector('#grant')?.addEventListener('click', () => {
    grant();
    moveTo(1);
  });
  document.querySelector('#next-page')?.addEventListener('click', () => {
    status.textContent = '0 requests';
    // A revoke may come before the page has its script.
    frame.addEventListener('load', () => (isGranted ? grant() : library()?.revokeConsent()), { once: true });
    frame.contentWindow?.location.reload();
    moveTo(isGranted ? 2 : 0);
  });
  document.querySelector('#revoke')?.addEventListener('click', () => {
    isGranted = false;
    library()?.revokeConsent();
    moveTo(3);
  });
  frame.addEventListener('preview', ({ detail: { cost } }) => {
    if (cost) status.textContent = `${cost.requests} request${cost.requests === 1 ? '' : 's'}`;
  });
  // Nothing stays behind.
  addEventListener('pagehide', () => library()?.revokeConsent());
}
