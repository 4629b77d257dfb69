import { parentPort } from 'node:worker_threads'
import { matchChunks } from '../passage.ts'
import { matchBytes } from './match-bytes.ts'
import type { MatchAnswer, MatchRequest } from './text-matcher.ts'

parentPort?.on('message', (request: MatchRequest) => {
  const answer: MatchAnswer =
    'bytes' in request
      ? matchBytes(request.bytes, request.wanted)
      : matchChunks(request.path, request.chunks, request.wanted)
  parentPort?.postMessage(answer)
})
