import { addAbortSignal } from 'node:stream'
import type { FastifyRequest } from 'fastify'
import type { UploadRule } from '#contracts/endpoint.ts'
import { AppError } from '../error.ts'
import type { IncomingFile, Upload } from '../route.ts'
import { untilAborted } from '../until-aborted.ts'
import { withoutNul } from '../without-nul.ts'
import { issuesOf, validationError } from './errors.ts'
import { issueSentence } from './issue-sentence.ts'
import type { UploadTurn } from './upload-turns.ts'

/** What a form has beside the file: boundaries, headers, fields. */
const ENVELOPE = 64 * 1024
const FEW = 20

/** Reads a multipart body part by part, so that no file is ever in memory; for a route without a rule there is none. */
export function uploadOf<Fields>(
  request: FastifyRequest,
  rule: UploadRule<Fields> | undefined,
  turn: UploadTurn | undefined,
): Upload<Fields> {
  return {
    async receive(take) {
      if (!rule || !turn) throw new Error('The route declares no upload')
      if (!request.isMultipart()) throw unreadable('Send the file as multipart/form-data')
      if (Number(request.headers['content-length']) > rule.most_bytes + ENVELOPE) throw tooLarge(rule)
      const { stalled } = turn
      const reading = readParts(request, rule, (file) => {
        addAbortSignal(stalled, file.bytes)
        return take(file)
      })
      try {
        return await untilAborted(reading, stalled)
      } catch (error) {
        // What was taken before the sender stalled.
        reading.then(
          ({ file }) => file[Symbol.asyncDispose](),
          () => undefined,
        )
        throw error
      } finally {
        // A caller who was refused early is still sending; what comes is read away, so that the answer arrives.
        request.raw.unpipe()
        request.raw.resume()
      }
    },
  }
}

async function readParts<Fields, Taken extends AsyncDisposable>(
  request: FastifyRequest,
  rule: UploadRule<Fields>,
  take: (file: IncomingFile) => Promise<Taken>,
): Promise<{ fields: Fields; name: string; file: Taken }> {
  const fields: Record<string, unknown> = {}
  let taken: { name: string; file: Taken } | undefined
  let refusal: unknown
  try {
    const limits = { fileSize: rule.most_bytes, files: 1, fields: FEW, fieldSize: ENVELOPE }
    for await (const part of request.parts({ limits, preservePath: true })) {
      if (part.type === 'field') {
        if (part.valueTruncated) throw unreadable(`${part.fieldname} is too long`)
        fields[part.fieldname] = withoutNul(part.value)
      } else if (part.fieldname !== rule.file) {
        part.file.resume()
      } else {
        // Browsers write a quotation mark so, because it would end the name (HTML, "Multipart form data").
        const name = String(withoutNul(part.filename)).replaceAll('%22', '"')
        const file = await take({ name, bytes: part.file }).catch((error: unknown) => {
          const broken = part.file.errored !== null || part.file.truncated || request.raw.destroyed
          refusal = broken ? undefined : error
          throw part.file.truncated ? tooLarge(rule) : error
        })
        taken = { name, file }
        if (part.file.truncated) throw tooLarge(rule)
      }
    }
    const missing = taken ? [] : [{ path: rule.file, message: 'A file is required' }]
    const parsed = rule.fields.safeParse(fields, { error: issueSentence })
    const issues = [...missing, ...(parsed.success ? [] : issuesOf(parsed.error, ''))]
    if (issues.length > 0 || !taken || !parsed.success) throw validationError(issues)
    return { fields: parsed.data, ...taken }
  } catch (error) {
    await taken?.file[Symbol.asyncDispose]()
    if (error === refusal || error instanceof AppError) throw error
    throw inOurWords(error, rule)
  }
}

const unreadable = (message: string) => validationError([{ path: 'body', message }])

const tooLarge = ({ most_bytes }: UploadRule) =>
  new AppError('too_large', `A file has at most ${Math.floor(most_bytes / (1024 * 1024))} MB`)

/** The parser fails on what was sent and on nothing else. */
function inOurWords(error: unknown, rule: UploadRule): AppError {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  if (code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(rule)
  if (code === 'FST_FILES_LIMIT') return unreadable('Send one file at a time')
  return unreadable('The form is malformed or was broken off')
}
