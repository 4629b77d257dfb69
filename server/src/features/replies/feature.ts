import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'

export const repliesFeature: Feature = { name: 'replies', reactions }
