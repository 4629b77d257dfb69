import type { FastifyInstance } from 'fastify'
import { safeEqual } from './cipher.ts'
import type { Config } from './config.ts'
import { AppError } from './error.ts'

type Gauges = Record<string, { help: string; read: () => number }>

/** Prometheus figures at `/metrics`, for anyone who has the token. Without a token nothing is loaded and nothing counted. */
export async function serveMetrics(http: FastifyInstance, config: Config, gauges: Gauges): Promise<void> {
  const token = config.METRICS_TOKEN
  if (!token) return
  const { Gauge, Histogram, Registry, collectDefaultMetrics } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  const requests = new Histogram({
    name: 'http_request_duration_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    registers: [registry],
  })
  for (const [name, { help, read }] of Object.entries(gauges)) {
    new Gauge({
      name,
      help,
      registers: [registry],
      collect() {
        this.set(read())
      },
    })
  }

  http.addHook('onResponse', async (request, reply) => {
    // The route's pattern, not its address: an address has ids, and every id would be a series of its own.
    const route = request.routeOptions.url ?? 'unknown'
    requests.observe({ method: request.method, route, status: reply.statusCode }, reply.elapsedTime / 1000)
  })
  http.get('/metrics', async (request, reply) => {
    if (!safeEqual(request.headers.authorization ?? '', `Bearer ${token}`)) {
      throw new AppError('unauthorized', 'A valid token is required')
    }
    return reply.type(registry.contentType).send(await registry.metrics())
  })
}
