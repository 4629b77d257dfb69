import { once } from 'node:events'
import { PassThrough, type Readable } from 'node:stream'
import type { StagedBody } from '../route.ts'
import type { BodyReader } from './read-body.ts'

type Options = {
  /** A body of up to this size is not staged. */
  inlineBytes: number
  stage: (source: Readable) => Promise<StagedBody>
  onStaged: (staged: StagedBody) => void
}

/** Stages a body as it came, beside what the reader makes of it, as soon as it turns out to be large. */
export function stagingReader(reader: BodyReader, { inlineBytes, stage, onStaged }: Options): BodyReader {
  let beginning: Buffer[] = []
  let size = 0
  let copy: PassThrough | undefined
  let staging: Promise<StagedBody> | undefined

  function startStaging(): PassThrough {
    const source = new PassThrough()
    staging = stage(source)
    // Awaited at the end; a store that fails before must not be an unhandled rejection.
    staging.catch(() => undefined)
    for (const chunk of beginning) source.write(chunk)
    beginning = []
    return source
  }

  return {
    write(chunk) {
      void reader.write(chunk)
      size += chunk.length
      if (!copy) {
        beginning.push(chunk)
        if (size > inlineBytes) copy = startStaging()
        return undefined
      }
      if (copy.write(chunk)) return undefined
      const failed = staging?.then(() => undefined)
      return Promise.race([once(copy, 'drain').then(() => undefined), failed])
    },
    async end() {
      const value = await reader.end()
      copy?.end()
      const staged = await staging
      if (staged) onStaged(staged)
      return value
    },
    abort(error) {
      copy?.destroy(error instanceof Error ? error : undefined)
      staging?.then(
        (staged) => staged[Symbol.asyncDispose](),
        () => undefined,
      )
    },
  }
}
