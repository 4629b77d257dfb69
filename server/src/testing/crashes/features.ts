import type { Feature } from '#platform/feature.ts'
import { featuresWithWaiting } from '../runs/waiting-steps.ts'
import { postingFeature } from '../servers/posting-channel.ts'

/** A whole server with a channel that delivers by HTTP and steps that wait. */
export const featuresOfCrashes: readonly Feature[] = [...featuresWithWaiting, postingFeature]
