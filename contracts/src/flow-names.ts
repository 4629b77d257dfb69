/** What a field that a workflow asks for may hold, by the words of JSON Schema. */
export const INPUT_TYPES = ['string', 'number', 'integer', 'boolean', 'object', 'array'] as const

export const MAX_INPUTS = 50

/** A gateway asks for the tasks of a system by its name. */
export const MAX_SYSTEM_CHARACTERS = 200
