import { safeReturnPath } from '#contracts/return-path.ts'

/** Reads `{returnPath}` out of a sign-in state, which is JSON text from the browser and may be anything. */
export function returnPathOf(state: string | undefined): string {
  try {
    const parsed: unknown = JSON.parse(state ?? 'null')
    if (typeof parsed !== 'object' || parsed === null || !('returnPath' in parsed)) return '/'
    return safeReturnPath(parsed.returnPath)
  } catch {
    return '/'
  }
}
