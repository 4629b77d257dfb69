import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

/** Vendors, their keys and plans, and how a model is called (docs/models.md). */
export const modelsFeature: Feature = {
  name: 'models',
  about: 'Model vendors and the models to choose from',
  routes,
  reactions,
}
