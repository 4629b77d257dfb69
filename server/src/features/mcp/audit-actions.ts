import { defineAuditAction } from '#platform/audit-action.ts'
import type { HostedTokenRow } from './table.ts'

export const hostedTokenCreated = defineAuditAction('hosted_token.created')
export const hostedTokenRevoked = defineAuditAction('hosted_token.revoked')

export const subjectOf = ({ id, name }: HostedTokenRow) => ({ type: 'hosted_token', id, name: name || null })
