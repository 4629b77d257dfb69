import { render } from 'preact'
import { frameAddress, onLoaderMessage, postToLoader } from '../lib/loader-link.ts'
import { App } from './parts/app.tsx'
import { receive, start } from './state/boot.ts'
import { getWords, loadWords } from './words/words.ts'

const { language } = frameAddress
let isStarted = false

await loadWords(language)
document.documentElement.lang = language
document.title = getWords().chat
onLoaderMessage((message) => {
  if (message.type !== 'start') {
    if (isStarted) receive(message)
  } else if (!isStarted) {
    isStarted = true
    start(message)
    render(<App />, document.body)
  }
})
postToLoader({ type: 'ready' })
