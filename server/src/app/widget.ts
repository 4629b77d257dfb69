import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { frameAncestors } from '#features/webchat/frame-ancestors.ts'
import { recordEmbedding } from '#features/webchat/record-embedding.ts'
import type { Context } from '#platform/context.ts'
import { AppError } from '#platform/error.ts'
import { sendError } from '#platform/http/errors.ts'
import { serveFiles } from './serve-files.ts'

const widget = fileURLToPath(new URL('../../../dist/widget', import.meta.url))
const FRAMES = ['button', 'chat'] as const
/** What the portal shows while someone chooses how the widget is to look. */
const PREVIEWS = ['preview-button', 'preview-chat'] as const

const notFound = () => new AppError('not_found', 'Not found')

const NEVER_CACHED = 'no-cache, no-store, must-revalidate'

/**
 * The script that customers put into their pages, its frames, and a page to try it on. A frame is a page of ours: what it
 * may load and who may hold it is set here.
 */
export async function serveWidget(http: FastifyInstance, ctx: Context): Promise<void> {
  if (!existsSync(widget)) return
  // Built again while it is developed; part 1 of the contract, operational rules.
  const isDevelopment = ctx.ports.config.NODE_ENV === 'development'
  const scriptCaching = isDevelopment ? NEVER_CACHED : 'public, max-age=300'
  const pageCaching = isDevelopment ? NEVER_CACHED : 'no-cache'
  await serveFiles(http, {
    root: widget,
    prefix: '/widget/',
    names: /^(assets|icons)\/\w[\w.-]*$|^[\w-]+\.js$/,
    setHeaders: (response, path) => {
      const isHashed = path.startsWith(join(widget, 'assets'))
      response.header('cache-control', isHashed ? 'public, max-age=31536000, immutable' : scriptCaching)
      // Pages of others load it, also those that take nothing from elsewhere unless it is offered.
      response.header('access-control-allow-origin', '*')
      response.header('cross-origin-resource-policy', 'cross-origin')
    },
  })

  for (const name of FRAMES) {
    http.get(`/widget/${name}.html`, async (request, reply) => {
      const { api_key, event_id } = request.query as { api_key?: unknown; event_id?: unknown }
      if (typeof api_key !== 'string' || api_key === '') return sendError(notFound(), request, reply)
      const ancestors = await frameAncestors(ctx, api_key)
      if (!ancestors) return sendError(notFound(), request, reply)
      // Each page that has the widget loads its button.
      if (name === 'button')
        await recordEmbedding(ctx, { api_key, event_id, own_host: request.host, ancestors, headers: request.headers })
      // Even `*` would leave out pages without a network address, such as files and those of an app's web view.
      if (ancestors.length === 0) return sendPage(name, request, reply)
      return sendPage(name, request, reply, ["'self'", ctx.ports.config.BASE_URL, ...ancestors])
    })
  }
  for (const name of PREVIEWS)
    http.get(`/widget/${name}.html`, (request, reply) => sendPage(name, request, reply, ["'self'"]))
  http.get('/widget/demo.html', (request, reply) => sendPage('demo', request, reply, ["'none'"]))

  async function sendPage(name: string, request: FastifyRequest, reply: FastifyReply, ancestors: string[] = []) {
    const policy = [...pagePolicy(ctx, request), ...(ancestors[0] ? [`frame-ancestors ${ancestors.join(' ')}`] : [])]
    return reply
      .headers({
        'cache-control': pageCaching,
        'content-security-policy': policy.join('; '),
        // A page that is isolated from other origins holds only frames that are as well.
        'cross-origin-embedder-policy': 'credentialless',
        'cross-origin-resource-policy': 'cross-origin',
      })
      .type('text/html; charset=utf-8')
      .send(await readFile(join(widget, `${name}.html`)))
  }
}

/** What the widget's pages may load. Pictures in answers are fetched from anywhere only after a click. */
function pagePolicy(ctx: Context, request: FastifyRequest): string[] {
  // Not every browser takes the page's own sockets to be its own.
  const reached = URL.parse(`${request.protocol}://${request.host}`)?.origin
  const sockets = [reached, ctx.ports.config.BASE_URL].flatMap((url) => url?.replace(/^http/, 'ws') ?? [])
  return [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data: blob: https:",
    "media-src 'self' blob:",
    `connect-src 'self' ${[...new Set(sockets)].join(' ')}`,
    "frame-src 'self'",
    "form-action 'none'",
    "base-uri 'none'",
  ]
}
