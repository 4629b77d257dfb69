import { and, eq, isNull } from 'drizzle-orm'
import { AppError } from '#platform/error.ts'
import type { OrgContext } from '../organizations/context.ts'
import { variables } from './table.ts'

export const noSuchVariable = () => new AppError('not_found', 'Variable not found')

export const nameTaken = (placeholder: string) =>
  new AppError('conflict', `There is already a variable named "${placeholder}"`, { code: 'VARIABLE_EXISTS' })

/** What an organization has, without what it deleted. */
export const activeVariables = ({ organization }: OrgContext) =>
  and(eq(variables.organization_id, organization.id), isNull(variables.deleted_at))

/** A value as it is kept: of a secret only the sealed one. */
export const storedValue = (ctx: OrgContext, is_secret: boolean, value: string) =>
  is_secret ? { value: null, value_sealed: ctx.ports.cipher.encrypt(value) } : { value, value_sealed: null }
