import { render } from 'preact'
import { frameAddress, hearLoader, tellLoader } from '../lib/loader-link.ts'
import { App } from './parts/app.tsx'
import { hear, start } from './state/boot.ts'
import { getWords, loadWords } from './words/words.ts'

const { language } = frameAddress
let isStarted = false

await loadWords(language)
document.documentElement.lang = language
document.title = getWords().chat
hearLoader((message) => {
  if (message.type !== 'start') {
    if (isStarted) hear(message)
  } else if (!isStarted) {
    isStarted = true
    start(message)
    render(<App />, document.body)
  }
})
tellLoader({ type: 'ready' })
