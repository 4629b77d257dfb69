import type { ModelPart, ModelRequest, ModelSession, VendorConnection } from '../../model-language.ts'
import { answerTooLong, failureOf, nothingUnderstood } from '../../vendors/failure.ts'
import { toolForms } from '../../vendors/tool-forms.ts'
import { MAX_ANSWER_CHARACTERS, type RealtimeOptions, type RealtimeSession } from '../realtime-session.ts'
import { answerLines } from './answer-lines.ts'
import { modelKey, turnsOf } from './conversation-turns.ts'
import { heardAudio, samplesOf } from './heard-audio.ts'
import { holdLine } from './hold-line.ts'
import { openLine } from './open-line.ts'
import { readAloud } from './read-aloud.ts'
import { readAnswer } from './read-answer.ts'
import { answerSetup, readerSetup, TRANSCRIBER, transcriberSetup } from './setup.ts'
import { transcribeTurn } from './transcribe-turn.ts'

/**
 * Opens a model of Google's Live API for one call. Its sessions answer whatever they are sent, and nothing of them can be
 * deleted or shortened: so one transcribes, one answers, and one reads aloud. The one that answers hears a turn
 * when the run asks for an answer, and is replaced where the run's conversation is no longer its own.
 */
export function openGeminiSession(
  connection: VendorConnection,
  { model, voice, onAnswer }: RealtimeOptions,
): RealtimeSession {
  const transcriber = holdLine((signal) => openLine(connection, TRANSCRIBER, transcriberSetup(), signal))
  const reader = holdLine((signal) => openLine(connection, model, readerSetup(voice), signal))
  const heard = heardAudio()
  const lines = answerLines(connection, model, heard)

  async function* answer(request: ModelRequest, signal: AbortSignal): AsyncGenerator<ModelPart> {
    const forms = toolForms(connection.provider, request)
    const turns = turnsOf(request.messages)
    const answering = await lines.ask(turns, answerSetup(request, voice, forms), forms, signal)
    let said = ''
    let isWhole = false
    const calls: string[] = []
    const listener = onAnswer(({ text }) => {
      // It remembers all that it has said, and was not heard saying it.
      if (text.trim() !== said.trim()) answering.replace()
    })
    try {
      for await (const part of readAnswer(answering.line, connection, forms, { signal, onAudio: listener.audio })) {
        if (part.type === 'text') {
          said += part.text
          if (said.length > MAX_ANSWER_CHARACTERS) throw answerTooLong(connection)
          listener.text(part.text)
        }
        if (part.type === 'tool_call') calls.push(part.id)
        if (part.type === 'finish') isWhole = true
        yield part
      }
    } finally {
      listener.end(isWhole)
      answering.end(isWhole ? { key: modelKey(said, calls), calls } : null)
    }
  }

  const session: ModelSession = {
    answer,

    async *speak(text, signal) {
      const { line, giveBack } = await reader.lend(signal)
      let isDone = false
      try {
        const usage = yield* readAloud(line, text, connection, signal)
        isDone = true
        return usage
      } finally {
        giveBack(isDone)
      }
    },

    async transcribe(audio, signal) {
      const pcm = samplesOf(audio)
      const { line, giveBack } = await transcriber.lend(signal)
      let isDone = false
      try {
        const { text, usage } = await transcribeTurn(line, pcm, signal)
        isDone = true
        if (text === '') throw nothingUnderstood(connection, usage)
        heard.add({ pcm, transcript: text })
        return { text, usage }
      } finally {
        giveBack(isDone)
      }
    },
  }

  return {
    session,
    async ready(signal) {
      // The setup of the line that answers is known with the first question; the reader's finds out what the vendor refuses.
      await Promise.all([reader.get(signal), transcriber.get(signal)]).catch((error) => {
        throw failureOf(error, connection, signal)
      })
    },
    close() {
      transcriber.close()
      reader.close()
      lines.close()
    },
  }
}
