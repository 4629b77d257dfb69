import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'

export const usersFeature: Feature = { name: 'users', reactions }
