import { defineRunKind } from '../runs/jobs.ts'

/** Continues what was tried in the console, as long as its person may try it. */
export const continueTriedTool = defineRunKind('tool-console.continue')
