import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'

/** How a message is accepted and a run’s answer becomes a message of its conversation (docs/replies.md). */
export const repliesFeature: Feature = { name: 'replies', reactions }
