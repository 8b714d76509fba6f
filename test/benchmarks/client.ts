/** The service's official client, as its documents use it. */
import { IpregistryClient, IpregistryConfigBuilder } from '@ipregistry/client';

const { baseUrl = '' } = document.currentScript?.dataset ?? {};
const config = new IpregistryConfigBuilder('demo-page').withBaseUrl(baseUrl.replace(/\/$/, '')).build();
const client = new IpregistryClient(config);
for (const place of document.querySelectorAll('.value'))
  void client.originLookupIp().then(({ data }) => {
    place.textContent = data.ip;
    shown();
  });
