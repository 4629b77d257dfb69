import { statSync, unlinkSync } from 'node:fs'
import { connect, createServer, type Server } from 'node:net'
import { join } from 'node:path'

export class DirectoryInUse extends Error {}

type DirectoryLock = { release(): void }

/**
 * An exclusive lock that the operating system drops with its process, however that ends. On Linux it is a socket in
 * the abstract namespace, named after the directory's inode; elsewhere a socket file, which is stale when nobody answers.
 */
export async function lockDirectory(directory: string): Promise<DirectoryLock> {
  const { dev, ino } = statSync(directory)
  const abstract = process.platform === 'linux'
  const path = abstract ? `\0alongside-${dev}-${ino}` : socketFile(directory, `${dev}-${ino}`)
  if (!abstract && !(await someoneListens(path))) removeStale(path)

  const server = await listen(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'EADDRINUSE') throw error
    throw new DirectoryInUse(
      `Another process already uses the database in ${directory}. Stop it first, or set DATA_DIR.`,
    )
  })
  server.unref()
  return { release: () => server.close() }
}

const socketFile = (directory: string, name: string) =>
  process.platform === 'win32' ? `\\\\.\\pipe\\alongside-${name}` : join(directory, '.lock')

function listen(path: string): Promise<Server> {
  return new Promise((done, fail) => {
    const server = createServer((socket) => socket.destroy())
    server.once('error', fail)
    server.listen(path, () => done(server))
  })
}

function someoneListens(path: string): Promise<boolean> {
  return new Promise((done) => {
    const socket = connect(path)
    socket.once('connect', () => {
      socket.destroy()
      done(true)
    })
    socket.once('error', () => done(false))
  })
}

function removeStale(path: string): void {
  try {
    unlinkSync(path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error
  }
}
