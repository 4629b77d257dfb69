export type InProcessServer = {
  close: () => Promise<void>
  /** What an operator of the service does in the database, as it is noticed there a moment later. */
  setStatus: (organization_id: string, status: 'active' | 'inactive') => Promise<void>
}

/** Starts the whole server in this process; what it logs is handed over by the line. */
export type ComposeInProcess = (env: Record<string, string>, write: (line: string) => void) => Promise<InProcessServer>
