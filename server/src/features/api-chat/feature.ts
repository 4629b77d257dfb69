import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const apiChatFeature: Feature = { name: 'api-chat', routes }
