/** The colors that a label may have, by name; pages know how each looks. Free of zod, because pages hold it. */
export const LABEL_COLORS = ['gray', 'red', 'orange', 'yellow', 'green', 'teal', 'blue', 'purple', 'pink'] as const
export type LabelColor = (typeof LABEL_COLORS)[number]

/** In characters. */
export const MAX_LABEL_LENGTH = 50
export const MAX_LABELS_PER_CONVERSATION = 20
