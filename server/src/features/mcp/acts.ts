import { defineAct } from '#platform/act.ts'
import type { HostedTokenRow } from './table.ts'

export const hostedTokenCreated = defineAct('hosted_token.created')
export const hostedTokenRevoked = defineAct('hosted_token.revoked')

export const subjectOf = ({ id, name }: HostedTokenRow) => ({ type: 'hosted_token', id, name: name || null })
