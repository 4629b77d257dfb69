import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { freePort } from '../../servers/free-port.ts'
import { base, type Directory, dnOf, type Person, service } from './people.ts'

const run = promisify(execFile)
const packages = 'slapd libldap-2.5-0 libodbc2 libltdl7 libsasl2-2 libwrap0 libnsl2 libtirpc3 libargon2-1 libperl5.36'
const cache = join(import.meta.dirname, '../../../../../node_modules/.cache/slapd')
const tls = (file: string) => join(import.meta.dirname, file)

type Installed = { root: string; env: NodeJS.ProcessEnv }

/** OpenLDAP as Debian packages it, unpacked beside the project and not installed; null where it cannot be had. */
async function findSlapd(): Promise<Installed | null> {
  if (!existsSync(cache)) {
    const making = mkdtempSync(join(tmpdir(), 'slapd-'))
    try {
      await run('apt-get', ['download', ...packages.split(' ')], { cwd: making, timeout: 60_000 })
      const archives = readdirSync(making).filter((name) => name.endsWith('.deb'))
      for (const archive of archives) await run('dpkg', ['-x', archive, 'root'], { cwd: making })
      mkdirSync(join(cache, '..'), { recursive: true })
      await run('cp', ['-r', join(making, 'root'), `${cache}.${process.pid}`])
      renameSync(`${cache}.${process.pid}`, cache)
    } catch {
      if (!existsSync(cache)) return null
    } finally {
      rmSync(making, { recursive: true, force: true })
    }
  }
  const libraries = readdirSync(join(cache, 'usr/lib'))
    .filter((name) => name.endsWith('-linux-gnu'))
    .map((name) => join(cache, 'usr/lib', name))
  const env = { ...process.env, LD_LIBRARY_PATH: libraries.join(':') }
  const starts = await run(join(cache, 'usr/sbin/slapd'), ['-VV'], { env }).then(
    () => true,
    (error: { code?: unknown }) => error.code === 1,
  )
  return starts ? { root: cache, env } : null
}

/** A real directory with these people; null on a machine where none can be had. */
export async function startSlapd(people: readonly Person[]): Promise<Directory | null> {
  const installed = await findSlapd()
  if (!installed) return null
  const { root, env } = installed
  const home = mkdtempSync(join(tmpdir(), 'directory-'))
  const config = join(home, 'slapd.conf')
  mkdirSync(join(home, 'data'))
  writeFileSync(config, configuration(root, home))
  writeFileSync(join(home, 'people.ldif'), ldif(people))
  await run(join(root, 'usr/sbin/slapadd'), ['-f', config, '-l', join(home, 'people.ldif')], { env })
  const [plain, secure] = [await freePort(), await freePort()]
  const urls = { plain: `ldap://127.0.0.1:${plain}`, secure: `ldaps://127.0.0.1:${secure}` }
  const args = ['-f', config, '-h', `${urls.plain} ${urls.secure}`, '-d', '0']
  const server = spawn(join(root, 'usr/sbin/slapd'), args, { env, stdio: 'ignore' })
  for (const port of [plain, secure]) await answers(server, port)
  return {
    ...urls,
    async close() {
      server.kill('SIGKILL')
      if (server.exitCode === null && server.signalCode === null) await once(server, 'exit')
      rmSync(home, { recursive: true, force: true })
    },
  }
}

const configuration = (root: string, home: string) => `
${['core', 'cosine', 'inetorgperson'].map((name) => `include ${root}/etc/ldap/schema/${name}.schema`).join('\n')}
modulepath ${root}/usr/lib/ldap
moduleload back_mdb
TLSCertificateFile ${tls('localhost-cert.pem')}
TLSCertificateKeyFile ${tls('localhost-key.pem')}
database mdb
suffix "${base}"
rootdn "${service.dn}"
rootpw ${service.password}
directory ${home}/data
access to attrs=userPassword by anonymous auth by * none
access to * by * none
`

const ldif = (people: readonly Person[]) =>
  [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
    ...people.map((person) => {
      const values = { uid: person.uid, cn: person.uid, sn: person.uid, ...person.attributes }
      const lines = Object.entries({ ...values, userPassword: person.password })
        .filter(([name]) => name !== 'entryUUID')
        .map(([name, value]) => `${name}:: ${Buffer.from(value).toString('base64')}`)
      return `dn: ${dnOf(person)}\nobjectClass: inetOrgPerson\n${lines.join('\n')}\n`
    }),
  ].join('\n')

async function answers(server: ChildProcess, port: number): Promise<void> {
  for (;;) {
    if (server.exitCode !== null) throw new Error(`slapd ended with ${server.exitCode}`)
    const socket = connect(port, '127.0.0.1')
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    )
    socket.destroy()
    if (isOpen) return
    await sleep(50)
  }
}
