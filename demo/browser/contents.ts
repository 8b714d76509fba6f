/** The lists beside a document: of all pages, and of the page's own contents. */
export function pageLists(): void {
  const pages = document.querySelector('#pages');
  const current = pages?.querySelector('[aria-current]');
  // The list of pages is longer than most windows.
  const showCurrent = () => {
    const [list, item] = [pages, current].map((one) => one?.getBoundingClientRect());
    if (pages && list && item && (item.top < list.top || item.bottom > list.bottom))
      pages.scrollTop += item.top - list.top - pages.clientHeight / 3;
  };
  showCurrent();
  pages?.addEventListener('toggle', showCurrent);
  // On a phone, its links lead to the text behind it.
  const contents = document.querySelector<HTMLElement>('#contents');
  contents?.addEventListener('click', ({ target }) => {
    if (target instanceof Element && target.closest('a') && contents.matches(':popover-open'))
      contents.hidePopover();
  });
}
