import { AppError } from '#platform/error.ts'

/** Two people never answer the same contact at once. */
export const assignedToAnother = () =>
  new AppError('conflict', 'The conversation is assigned to another person', { code: 'ASSIGNED_TO_ANOTHER' })
