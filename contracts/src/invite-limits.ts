/** Apart from the schemas, which a page does not load. */
export const MOST_USES = 1000
export const MOST_ADDRESSES = 100
