import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createServer as createSecureServer, TLSSocket } from 'node:tls'
import { entry, equalitiesOf, type Request, readRequests, result, Tag } from './ber.ts'
import { base, type Directory, dnOf, type Person, service } from './people.ts'

/** Result codes of RFC 4511. */
export const Code = {
  ok: 0,
  sizeLimit: 4,
  inappropriate: 48,
  credentials: 49,
  access: 50,
  busy: 51,
  unwilling: 53,
} as const

export type Mood = 'well' | 'silent' | 'garbage' | 'hanging up' | 'endless'

export type DirectoryDouble = Directory & {
  /** The name and password of every bind. */
  binds: { dn: string; password: string }[]
  /** How it treats everyone from now on. */
  be(mood: Mood): void
  /** What it answers to binds of this person, whatever the password. */
  refuse(person: Person, code: number): void
}

const here = new URL('.', import.meta.url)
export const certificate = readFileSync(new URL('localhost-cert.pem', here), 'utf8')
const credentials = { key: readFileSync(new URL('localhost-key.pem', here)), cert: certificate }

const LONG_BYTES = 256 * 1024 * 1024
const PIECE = Buffer.alloc(256 * 1024)

/** The beginning of an answer of this length, and as much of it as the other side takes. */
function sendEndless(socket: Socket): void {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(LONG_BYTES)
  socket.write(Buffer.concat([Buffer.from([0x30, 0x84]), length]))
  pipeline(Readable.from(Array<Buffer>(LONG_BYTES / PIECE.length - 1).fill(PIECE)), socket, { end: false }).catch(
    () => undefined,
  )
}

/** A directory in this process, which can be made to misbehave as a real one cannot. */
export async function startDirectoryDouble(people: readonly Person[]): Promise<DirectoryDouble> {
  const binds: DirectoryDouble['binds'] = []
  const refusals = new Map<string, number>()
  const open = new Set<Socket>()
  let mood: Mood = 'well'

  function judge(dn: string, password: string): number {
    binds.push({ dn, password })
    // As real ones do: nothing is proven, and it is no error.
    if (password === '') return Code.ok
    if (dn === service.dn) return password === service.password ? Code.ok : Code.credentials
    const person = people.find((one) => dnOf(one) === dn)
    return refusals.get(dn) ?? (person?.password === password ? Code.ok : Code.credentials)
  }

  function search({ id, body }: Request, isService: boolean): Buffer[] {
    body.readSequence(Tag.search)
    const [from] = [body.readString(), body.readEnumeration(), body.readEnumeration()]
    const most = body.readInt() ?? 0
    body.readInt()
    body.readBoolean()
    if (!isService || from !== base) return [result(id, Tag.searched, Code.access)]
    const wanted = equalitiesOf(body)
    const values = (person: Person): Record<string, string> => ({ uid: person.uid, ...person.attributes })
    const found = people.filter((person) =>
      wanted.some(([name, value]) => values(person)[name]?.toLowerCase() === value.toLowerCase()),
    )
    const isCut = most > 0 && found.length > most
    return [
      ...found.slice(0, most || undefined).map((person) => entry(id, dnOf(person), values(person))),
      result(id, Tag.searched, isCut ? Code.sizeLimit : Code.ok),
    ]
  }

  function attend(socket: Socket): void {
    open.add(socket)
    socket.on('close', () => open.delete(socket)).on('error', () => undefined)
    if (mood === 'hanging up') return void socket.destroy()
    let isService = false
    let pending: Buffer = Buffer.alloc(0)
    socket.on('data', (bytes: Buffer) => {
      if (mood === 'silent') return
      if (mood === 'endless') return void sendEndless(socket)
      if (mood === 'garbage') return void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n')
      const { requests, rest } = readRequests(Buffer.concat([pending, bytes]))
      pending = rest
      for (const request of requests) {
        const { id, tag, body } = request
        if (tag === Tag.bind) {
          body.readSequence(Tag.bind)
          body.readInt()
          const dn = body.readString() ?? ''
          const code = judge(dn, body.readString(Tag.password) ?? '')
          isService = code === Code.ok && dn === service.dn
          socket.write(result(id, Tag.bound, code))
        } else if (tag === Tag.search) {
          for (const answer of search(request, isService)) socket.write(answer)
        } else if (tag === Tag.extended && !(socket instanceof TLSSocket)) {
          socket.removeAllListeners('data')
          socket.write(result(id, Tag.extendedDone, Code.ok), () =>
            attend(new TLSSocket(socket, { isServer: true, ...credentials })),
          )
        } else socket.end()
      }
    })
  }

  const servers = [createServer(attend), createSecureServer(credentials, attend)]
  const [plain = 0, secure = 0] = await Promise.all(servers.map(listen))
  return {
    plain: `ldap://127.0.0.1:${plain}`,
    secure: `ldaps://127.0.0.1:${secure}`,
    binds,
    be: (next) => {
      mood = next
    },
    refuse: (person, code) => refusals.set(dnOf(person), code),
    async close() {
      for (const socket of open) socket.destroy()
      await Promise.all(servers.map((server) => new Promise((closed) => server.close(closed))))
    },
  }
}

async function listen(server: Server): Promise<number> {
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return (server.address() as AddressInfo).port
}
