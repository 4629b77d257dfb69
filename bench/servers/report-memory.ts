/** Says what the process holds when it is asked, after a collection where it may collect (`--expose-gc`). */
export function reportMemory(): void {
  process.on('SIGUSR2', () => {
    globalThis.gc?.()
    const { rss, heapUsed, external } = process.memoryUsage()
    process.stdout.write(`memory ${rss} ${heapUsed + external}\n`)
  })
}
