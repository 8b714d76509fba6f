import type { Platform } from '../options.js';
import { readLocationHeaders, withoutPort } from './headers.js';

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
 * Amazon CloudFront's data about a visitor, for a relay on a server behind it. An origin request policy must add the
 * headers `CloudFront-Viewer-*`. The IP address is read from `CloudFront-Viewer-Address`, the rest from the others.
 *
 * The server must accept requests only from CloudFront. Otherwise, clients can forge these headers.
 *
 * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/adding-cloudfront-headers.html
 */
export function cloudfront(): Platform {
  return {
    clientIp({ headers }) {
      const viewer = headers.get('CloudFront-Viewer-Address');
      return viewer && withoutPort(viewer);
    },
    source: { ip: (_address, request) => readLocationHeaders(request, names) },
  };
}
