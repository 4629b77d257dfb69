import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import fastifyStatic from '@fastify/static'
import fastifySwagger from '@fastify/swagger'
import fastifySwaggerUi from '@fastify/swagger-ui'
import type { FastifyInstance } from 'fastify'
import type { Config } from '#platform/config.ts'
import { AppError } from '#platform/error.ts'
import type { Feature } from '#platform/feature.ts'
import { sendError } from '#platform/http/errors.ts'
import { openApiDocument } from '#platform/http/open-api.ts'
import type { Gates } from '#platform/http/options.ts'
import { serveFiles } from './serve-files.ts'

const portal = fileURLToPath(new URL('../../../dist/portal', import.meta.url))

/** What a page of ours may load, and whom it may talk to: this site, and its own sockets. */
function pagePolicy({ BASE_URL }: Config): string {
  const ownSockets = BASE_URL.replace(/^http/, 'ws')
  return [
    "default-src 'self'",
    "script-src 'self'",
    "img-src 'self' data: blob: https:",
    "style-src 'self' 'unsafe-inline'",
    // A document that the page itself has read, for the browser's own viewer.
    "frame-src 'self' blob:",
    `connect-src 'self' ${ownSockets}`,
    "form-action 'self'",
    "object-src 'none'",
    "frame-ancestors 'none'",
    "base-uri 'self'",
  ].join('; ')
}

/** What people open in a browser: the portal, the API's page, and the health answer that machines read. */
export async function serveSite(
  http: FastifyInstance,
  config: Config,
  { features, gates, isRealtime }: { features: readonly Feature[]; gates: Gates; isRealtime: boolean },
): Promise<void> {
  http.get('/health', async (_request, reply) => {
    reply.header('cache-control', 'no-store')
    const shown = { status: 'ok', timestamp: new Date().toISOString() }
    if (config.is_production) return shown
    return { ...shown, env: config.NODE_ENV, session: config.SESSION_COOKIE_NAME, uptime: process.uptime() }
  })

  if (isRealtime) {
    http.get('/chat/realtime/health', async (_request, reply) => {
      reply.header('cache-control', 'no-store')
      return { status: 'ok', service: 'realtime', timestamp: new Date().toISOString() }
    })
  }

  const document = openApiDocument(
    features.filter(({ routes = [] }) => routes.length > 0),
    { title: config.BRAND_NAME, url: config.BASE_URL, cookie: config.SESSION_COOKIE_NAME, gates },
  )
  http.get('/openapi.json', async () => document)
  await http.register(async (docs) => {
    await docs.register(fastifySwagger, { mode: 'static', specification: { document: document as never } })
    const staticCSP = pagePolicy(config)
    await docs.register(fastifySwaggerUi, {
      routePrefix: '/docs',
      theme: { title: `${config.BRAND_NAME} API` },
      staticCSP,
    })
  })

  if (existsSync(portal)) {
    await serveFiles(http, {
      root: join(portal, 'assets'),
      prefix: '/assets/',
      names: /^\w[\w.-]*$/,
      setHeaders: (response) => void response.header('cache-control', 'public, max-age=31536000, immutable'),
    })
    await http.register(fastifyStatic, {
      root: portal,
      wildcard: false,
      index: false,
      decorateReply: false,
      // The page itself is served below, with its name and its policy.
      globIgnore: ['index.html*', 'assets/**', '**/*.br', '**/*.gz'],
      preCompressed: true,
      setHeaders: (response) => void response.header('cache-control', 'no-cache'),
    })
  }
  http.setNotFoundHandler(async (request, reply) => {
    // A page is for people; a client that asks for anything else learns that there is nothing.
    const wantsPage = request.method === 'GET' && request.headers.accept?.includes('text/html')
    const page = wantsPage && !/^\/(api|mcp|shared|webhooks|realtime|chat\/realtime|widget|metrics)\b/.test(request.url)
    if (!page || !existsSync(portal)) return sendError(new AppError('not_found', 'Not found'), request, reply)
    const html = branded(await readFile(join(portal, 'index.html'), 'utf8'), config.BRAND_NAME)
    return reply
      .headers({ 'cache-control': 'no-cache', 'content-security-policy': pagePolicy(config) })
      .type('text/html; charset=utf-8')
      .send(html)
  })
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** The page with this deployment's name, where its own stood. */
function branded(html: string, brand: string): string {
  const name = brand.replace(/[&<>"]/g, (character) => entities[character] ?? character)
  return html
    .replace(/(?<=<title>)[^<]*/, () => name)
    .replace(/(?<=<meta name="application-name" content=")[^"]*/, () => name)
}
