import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const conversationsFeature: Feature = { name: 'conversations', about: 'Files of conversations', routes }
