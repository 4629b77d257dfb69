import type { Feature } from '#platform/feature.ts'

export const versionsFeature: Feature = { name: 'versions' }
