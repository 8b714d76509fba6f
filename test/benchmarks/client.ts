/** The service's official client, used as its documentation shows. */
import { IpregistryClient, IpregistryConfigBuilder } from '@ipregistry/client';

const { baseUrl = '' } = document.currentScript?.dataset ?? {};
const config = new IpregistryConfigBuilder('demo-open').withBaseUrl(baseUrl.replace(/\/$/, '')).build();
const client = new IpregistryClient(config);
for (const place of document.querySelectorAll<HTMLElement>('.value'))
  void client.originLookupIp().then(({ data }) => {
    place.textContent = place.dataset.field === 'ip' ? data.ip : data.location.country.name;
    shown();
  });
