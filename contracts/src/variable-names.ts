/** What is shown in the place of a secret, whatever its length. */
export const VARIABLE_MASK = '••••••••'

/** Names that a teammate's own fields have. */
export const RESERVED_NAMES: readonly string[] = ['role', 'goal', 'instructions']

export const isReserved = (name: string): boolean => RESERVED_NAMES.includes(name)

export const MAX_NAME_LENGTH = 100
