/** Code by hand for a single value. */
const { baseUrl } = document.currentScript?.dataset ?? {};
for (const place of document.querySelectorAll('.value'))
  fetch(`${baseUrl}?key=demo-page`)
    .then((response) => response.json())
    .then(({ ip }) => {
      place.textContent = ip;
      shown();
    });
