/**
 * Raised whenever documents would be read, cut, folded or embedded otherwise than before; what was indexed by an older version
 * is then indexed again in the background, and found by its old text until that is done.
 */
export const INDEX_VERSION = 1
