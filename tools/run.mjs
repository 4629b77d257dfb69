// The one entry of every npm script. Plain JavaScript, because it runs on whatever Node the machine has (20 or newer)
// before the pinned one is installed; it puts the dependencies in place and then hands over to the pinned Node.
import { spawn, spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))
const bin = join(root, 'node_modules', '.bin')
/** Says which lock file the packages are of, and whether those of developers are among them. */
const marker = join(root, 'node_modules', '.installed-for')
const [task, ...rest] = process.argv.slice(2)

/** To start, what serves and what builds the pages is enough; `tools/packages` has what only developers need. */
function installDependencies() {
  if (process.env.NODE_ENV === 'production') return
  const lock = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex')
  const [installedLock, withTools] = existsSync(marker) ? readFileSync(marker, 'utf8').split(' ') : []
  const toolsInstalled = withTools === 'developers'
  const needsTools = toolsInstalled || task !== 'start'
  if (installedLock === lock && toolsInstalled === needsTools) return

  console.log('Installing dependencies (once, about a minute) …')
  const npm = process.platform === 'win32' ? 'npm.cmd' : 'npm'
  // Not `npm ci`: it refuses a lock file without the builds for other platforms that a registry may not have.
  const args = ['install', '--no-save', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  if (!needsTools) args.push('--workspaces=false')
  const { status } = spawnSync(npm, args, { cwd: root, stdio: 'inherit', shell: process.platform === 'win32' })
  if (status !== 0) {
    console.error('The dependencies could not be installed; the lines above say why.')
    process.exit(status ?? 1)
  }
  writeFileSync(marker, `${lock} ${needsTools ? 'developers' : 'server'}`)
}

function pinnedNode() {
  const pinned = join(bin, process.platform === 'win32' ? 'node.exe' : 'node')
  if (existsSync(pinned)) return pinned
  if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath
  console.error(
    `Alongside runs on Node 24. npm has no build of it for ${process.platform}-${process.arch}; please install it.`,
  )
  return process.exit(1)
}

installDependencies()

/**
 * Blocks of a megabyte or more go back to the system when they are freed. By itself glibc raises this limit up to 32 MB, and what
 * threads of large documents had used stayed with the process: 330 to 450 MB after four of 400 MB, now 95.
 */
const MALLOC_MMAP_THRESHOLD_ = process.env.MALLOC_MMAP_THRESHOLD_ ?? String(2 ** 20)

const child = spawn(pinnedNode(), [join(root, 'tools', 'tasks.ts'), task ?? '', ...rest], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    TZ: process.env.TZ || 'UTC',
    MALLOC_MMAP_THRESHOLD_,
  },
})
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
// The shell between npm and this process ends on a signal without passing it on: a server would be left behind.
const shell = process.ppid
const endWithShell = () => {
  if (process.ppid !== shell) child.kill('SIGTERM')
}
if (process.env.npm_lifecycle_event) setInterval(endWithShell, 500).unref()
child.on('exit', (code, signal) => process.exit(signal ? 1 : (code ?? 1)))
