/** Code by hand for a single value. */
const { baseUrl } = document.currentScript?.dataset ?? {};
for (const place of document.querySelectorAll<HTMLElement>('.value'))
  fetch(`${baseUrl}?key=demo-open`)
    .then((response) => response.json())
    .then(({ ip, location }) => {
      place.textContent = place.dataset.field === 'ip' ? ip : location.country.name;
      shown();
    });
