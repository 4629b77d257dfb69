import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const signInFeature: Feature = { name: 'sign-in', routes }
