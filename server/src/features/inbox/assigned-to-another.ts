import { AppError } from '#platform/error.ts'

/** Two people never answer the same contact at once. */
export const assignedToAnother = () =>
  new AppError('conflict', 'Somebody else has this conversation', { code: 'ASSIGNED_TO_ANOTHER' })
