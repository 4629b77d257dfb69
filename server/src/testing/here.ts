/** Starts the whole server in this process; what it logs is handed over by the line. The answer closes it. */
export type ComposeHere = (env: Record<string, string>, write: (line: string) => void) => Promise<() => Promise<void>>
