import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const organizationsFeature: Feature = { name: 'organizations', routes }
