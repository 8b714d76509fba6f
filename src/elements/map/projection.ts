/**
 * How wide a degree of longitude is at a latitude, in degrees of latitude at the map's edge: Kavrayskiy's seventh
 * projection, whose world is round at its corners. Latitudes are equally far from each other.
 */
export const widthAt = (latitude: number): number => Math.sqrt(0.75 - (latitude / 120) ** 2);
