import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'
import { tools } from './tools.ts'

export const searchFeature: Feature = { name: 'search', about: 'Find files by their text', routes, reactions, tools }
