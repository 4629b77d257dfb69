/** The kinds of rooms; each floor adds its own by declaration merging, so that none can be mistaken for another's. */
// biome-ignore lint/suspicious/noEmptyInterface: it is filled elsewhere
export interface RoomKinds {}

/** A set of connected clients, named by its kind and what it is about. */
export type Room = `${keyof RoomKinds}:${string}`
