import { Writable } from 'node:stream'
import { createLog } from '#platform/log.ts'

/** A log for a server that collects what it reports as errors. */
export function errorLog() {
  const errors: { msg: string }[] = []
  const destination = new Writable({
    write(chunk, _encoding, done) {
      errors.push(JSON.parse(String(chunk)))
      done()
    },
  })
  return { errors, log: createLog({ level: 'error', pretty: false }, destination) }
}
