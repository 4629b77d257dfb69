import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const modelsFeature: Feature = { name: 'models', routes, reactions }
