/** Apart from the schemas, which a page does not load. */
export const MAX_USES = 1000
export const MAX_ADDRESSES = 100
