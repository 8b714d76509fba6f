/** Loads the panel into a page of this site in a frame, or opens the one that is there. */
export function openPanel(frame: HTMLIFrameElement | null, root: string): void {
  const page = frame?.contentDocument;
  if (!page) return;
  const script = page.createElement('script');
  script.src = `${root}dist/visitor-devtools.min.js`;
  page.head.append(script);
}
