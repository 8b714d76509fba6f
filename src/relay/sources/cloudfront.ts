import { ipData } from './normalise.js';
import type { Platform } from './platform.js';
import { readLocationHeaders, withoutPort } from './request-headers.js';

const names = {
  country: 'CloudFront-Viewer-Country',
  countryName: 'CloudFront-Viewer-Country-Name',
  region: 'CloudFront-Viewer-Country-Region',
  regionName: 'CloudFront-Viewer-Country-Region-Name',
  city: 'CloudFront-Viewer-City',
  postal: 'CloudFront-Viewer-Postal-Code',
  latitude: 'CloudFront-Viewer-Latitude',
  longitude: 'CloudFront-Viewer-Longitude',
  timeZone: 'CloudFront-Viewer-Time-Zone',
  asn: 'CloudFront-Viewer-ASN',
};

/**
 * What Amazon CloudFront knows, for a relay on a server behind it whose origin request policy adds the headers
 * `CloudFront-Viewer-*`: the address from `CloudFront-Viewer-Address`, an address and a port, the rest from the others.
 *
 * A server that also answers requests that did not come through CloudFront believes whatever those claim.
 *
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html
 */
export function cloudfront(): Platform {
  return {
    clientIp({ headers }) {
      const viewer = headers.get('CloudFront-Viewer-Address');
      return viewer && withoutPort(viewer);
    },
    source: { ip: (_address, request) => ipData(readLocationHeaders(request, names)) },
  };
}
