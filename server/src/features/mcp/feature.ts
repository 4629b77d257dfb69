import type { Feature } from '#platform/feature.ts'
import { reactions } from './reactions.ts'
import { routes } from './routes.ts'

export const mcpFeature: Feature = {
  name: 'mcp',
  about: 'A teammate’s tools for programs that speak the Model Context Protocol, and the tokens they call with',
  routes,
  reactions,
}
