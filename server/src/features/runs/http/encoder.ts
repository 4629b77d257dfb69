/** What a value is written as at this position of its template. */
export type Encoder = (value: unknown, position: number) => string

/** As a text, whatever its type. */
export const asText = (value: unknown): string => (typeof value === 'string' ? value : JSON.stringify(value))
