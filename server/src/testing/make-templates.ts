/** Makes the templates of a run's databases in a process of its own, which compiles no more than it needs. */
import { makeTemplates } from './database-template.ts'

await makeTemplates()
