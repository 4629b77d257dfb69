/**
 * Raise it when documents are extracted, cut, folded or embedded differently. Older documents are then indexed again in the
 * background, and stay searchable by their old text until that is done.
 */
export const INDEX_VERSION = 14
