import type { Integration } from '#contracts/integrations.ts'

/** By what its badge says. */
export const validityOf = ({ is_valid }: Pick<Integration, 'is_valid'>) =>
  is_valid === null ? 'unknown' : is_valid ? 'valid' : 'invalid'
