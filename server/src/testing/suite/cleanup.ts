import { afterAll } from 'vitest'
import { removeWhatIsOver } from './scratch.ts'

// Registered before those of the file itself, and therefore called after them, when its servers are closed.
afterAll(removeWhatIsOver)
