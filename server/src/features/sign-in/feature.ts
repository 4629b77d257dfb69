import type { Feature } from '#platform/feature.ts'
import { routes } from './routes.ts'

export const signInFeature: Feature = { name: 'sign-in', about: 'Signing in and out', routes }
