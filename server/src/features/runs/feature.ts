import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { tools } from './tools.ts'

export const runsFeature: Feature = { name: 'runs', reactions, tools }
