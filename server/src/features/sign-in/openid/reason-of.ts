const MAX_CAUSES = 5
const MAX_TEXT_LENGTH = 300

/** Why a sign-in failed, for the log: the sentences and codes of an error and its causes, never what was sent along. */
export function reasonOf(error: unknown): string[] {
  const reasons: string[] = []
  for (let cause = error; cause instanceof Error && reasons.length < MAX_CAUSES; cause = cause.cause) {
    const {
      code,
      error: kind,
      error_description: description,
    } = { code: '', error: '', error_description: '', ...cause }
    reasons.push([cause.message, code, kind, description].filter(Boolean).join(' · ').slice(0, MAX_TEXT_LENGTH))
  }
  return reasons
}
