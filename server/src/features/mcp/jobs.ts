import { defineRunKind } from '../runs/jobs.ts'

/** Continues a hosted call, as long as its token is worth it. */
export const continueHostedRun = defineRunKind('mcp.continue')
