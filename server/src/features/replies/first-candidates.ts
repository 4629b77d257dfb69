import type { Candidate } from '../models/resolve-models.ts'

/** Models that are connected for runs of this process, by the run: they continue with an answer after it has waited. */
const candidates = new Map<string, Candidate>()

export const firstCandidateOf = (run_id: string): Candidate | undefined => candidates.get(run_id)

/** Makes a run prefer this model; the returned function undoes that. */
export function setFirstCandidate(run_id: string, candidate: Candidate): () => void {
  candidates.set(run_id, candidate)
  return () => candidates.delete(run_id)
}
