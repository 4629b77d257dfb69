/**
 * The demo's transcription: it recognizes no speech, says so, and asks a question that its files answer. In both languages of the
 * pages, because a model does not know which of them its caller reads.
 */
export const MARK = '(Sample question: the demo doesn’t recognize speech. Вопрос для примера: демо не распознаёт речь.)'

const questions = [
  'What is the return policy?',
  'How much does express delivery cost?',
  'What does the rain cover cost?',
  'count to 12',
]

let asked = -1
let last = Buffer.alloc(0)

/** The question for a request's recording. A call transcribes a turn early, and again as a longer recording when it continued. */
export function sampleQuestion(request: Buffer): string {
  const pcm = pcmIn(request)
  const isContinued = last.length > 0 && pcm.length > last.length && pcm.subarray(0, last.length).equals(last)
  if (!isContinued) asked += 1
  last = Buffer.from(pcm)
  return `${questions[asked % questions.length]} ${MARK}`
}

/** The samples of the WAV file in a form; empty where there is none. */
function pcmIn(request: Buffer): Buffer {
  const file = request.indexOf('RIFF')
  const chunk = file < 0 ? -1 : request.indexOf('data', file)
  if (chunk < 0 || chunk + 8 > request.length) return Buffer.alloc(0)
  return request.subarray(chunk + 8, chunk + 8 + request.readUInt32LE(chunk + 4))
}

/** What is asked, for the demo model to answer. */
export const withoutMark = (message: string): string =>
  message.endsWith(MARK) ? message.slice(0, -MARK.length).trim() : message
