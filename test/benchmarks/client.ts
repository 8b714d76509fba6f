/** The service's official client, used as its documentation shows. */
import { IpregistryClient, IpregistryConfigBuilder } from '@ipregistry/client';

const { baseUrl = '' } = document.currentScript?.dataset ?? {};
const config = new IpregistryConfigBuilder('demo-page').withBaseUrl(baseUrl.replace(/\/$/, '')).build();
const client = new IpregistryClient(config);
for (const place of document.querySelectorAll('.value'))
  void client.originLookupIp().then(({ data }) => {
    place.textContent = data.ip;
    shown();
  });
