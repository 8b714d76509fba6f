/** Marks the current heading in the list of contents, and shows the current page in the list of documents. */

/** How far down the window a heading becomes the current one. */
const LINE = 0.3;

/** Follows the headings that the list of contents names, while the reader scrolls. */
export function followHeadings(): void {
  const nav = document.querySelector('#contents');
  const links = new Map(
    [...(nav?.querySelectorAll('a') ?? [])].flatMap((link) => {
      const heading = document.getElementById(decodeURIComponent(link.hash.slice(1)));
      return heading ? [[heading, link] as const] : [];
    }),
  );
  const foot = document.querySelector('.foot');
  if (!nav || links.size === 0 || !foot) return;
  let last: HTMLAnchorElement | undefined;

  const mark = () => {
    const isAtEnd = scrollY > 0 && foot.getBoundingClientRect().bottom <= innerHeight + 1;
    const passed = [...links].filter(
      ([heading]) => heading.getBoundingClientRect().top < innerHeight * (isAtEnd ? 1 : LINE),
    );
    const current = passed.at(-1)?.[1];
    if (current === last) return;
    last?.removeAttribute('aria-current');
    current?.setAttribute('aria-current', 'location');
    if (current) bringIntoView(nav, current);
    last = current;
  };
  // Everything above the line counts as visible, so that a jump over several screens is noticed too.
  const crossing = new IntersectionObserver(mark, { rootMargin: `1000000px 0px ${(LINE - 1) * 100}%` });
  for (const heading of links.keys()) crossing.observe(heading);
  new IntersectionObserver(mark, { threshold: [0, 0.5, 1] }).observe(foot);
  nav.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && nav.matches(':popover-open'))
      (nav as HTMLElement).hidePopover();
  });
}

/** Shows the current page in the list of documents, which is longer than most windows. */
export function showCurrentPage(): void {
  const nav = document.querySelector('#pages');
  const current = nav?.querySelector('[aria-current]');
  if (!nav || !current) return;
  bringIntoView(nav, current);
  nav.addEventListener('toggle', () => bringIntoView(nav, current));
}

/** Scrolls a list, and nothing around it. */
function bringIntoView(list: Element, item: Element): void {
  const [outer, inner] = [list.getBoundingClientRect(), item.getBoundingClientRect()];
  if (inner.top < outer.top || inner.bottom > outer.bottom)
    list.scrollTop += inner.top - outer.top - list.clientHeight / 3;
}
