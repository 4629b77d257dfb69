import { defineRunKind } from '../runs/jobs.ts'

/** Goes on with what was tried in the console, as long as its person may try it. */
export const continueTriedTool = defineRunKind('tool-console.continue')
