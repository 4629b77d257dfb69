import fastifyStatic, { type FastifyStaticOptions } from '@fastify/static'
import type { FastifyInstance } from 'fastify'

type Served = {
  root: string
  /** Begins and ends with a slash. */
  prefix: string
  /** By the path below the root, such as `page.js`; what it does not match is not there. */
  names: RegExp
  setHeaders: NonNullable<FastifyStaticOptions['setHeaders']>
}

/** The compressed forms are found beside each file; nobody asks for them by name. */
const COMPRESSED = /\.(br|gz)$/

/**
 * Files of a build, each looked for when it is asked for: a route for each of the many would take a fifth of the time of a
 * start, and the library's own route for all of them reads the whole directory for every file. So names must leave no choice
 * of spelling to the file system: none may hold a slash that is not meant, a dot segment or an escape.
 */
export async function serveFiles(http: FastifyInstance, { root, prefix, names, setHeaders }: Served): Promise<void> {
  await http.register(async (files) => {
    await files.register(fastifyStatic, { root, serve: false, index: false, preCompressed: true, setHeaders })
    files.get<{ Params: { '*': string } }>(`${prefix}*`, (request, reply) => {
      const { '*': path } = request.params
      return names.test(path) && !COMPRESSED.test(path) ? reply.sendFile(path) : reply.callNotFound()
    })
  })
}
