import { parentPort } from 'node:worker_threads'
import { matchBytes } from './match-bytes.ts'
import type { MatchAnswer, MatchRequest } from './text-matcher.ts'

parentPort?.on('message', ({ bytes, wanted }: MatchRequest) => {
  const answer: MatchAnswer = matchBytes(bytes, wanted)
  parentPort?.postMessage(answer)
})
