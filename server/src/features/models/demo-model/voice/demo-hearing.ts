/** What the demo makes of speech: it recognizes none, says so, and asks what its files have an answer to. */
const MARK = '(Sample question: the demo doesn’t recognize speech.)'

const questions = [
  'What is the return policy?',
  'How much does express delivery cost?',
  'What does the rain cover cost?',
  'count to 12',
]

let asked = 0

export const nextSampleQuestion = (): string => `${questions[asked++ % questions.length]} ${MARK}`

/** What is asked, for the demo model to answer. */
export const withoutMark = (message: string): string =>
  message.endsWith(MARK) ? message.slice(0, -MARK.length).trim() : message
