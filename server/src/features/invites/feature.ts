import type { Feature } from '#platform/feature.ts'

export const invitesFeature: Feature = { name: 'invites' }
