import type { Feature } from '#platform/feature.ts'
import { postingFeature } from '../posting-channel.ts'
import { featuresWithWaiting } from '../waiting-steps.ts'

/** A whole server with a channel that delivers by HTTP and steps that wait. */
export const featuresOfCrashes: readonly Feature[] = [...featuresWithWaiting, postingFeature]
