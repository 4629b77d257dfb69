import { grouped } from '../styled-text.ts'
import { type Attributes, attributeOf } from './parse-xml.ts'

/** No equation that a person reads is deeper; a hostile one of 17 kB, a million levels deep, took all memory of the thread. */
const MAX_DEPTH = 100

type Frame = { name: string; text: string; operands: Map<string, string[]>; signs: Map<string, string> }
type Combine = (frame: Frame) => string

const openFrame = (name: string): Frame => ({ name, text: '', operands: new Map(), signs: new Map() })

/** What a structure is made of: each of them is read by itself, and put together when the structure ends. */
const OPERANDS = new Set(['e', 'num', 'den', 'sub', 'sup', 'deg', 'fName', 'lim', 'mr'])
const SIGNS = new Set(['chr', 'begChr', 'endChr', 'sepChr', 'type', 'pos'])

const all = ({ operands }: Frame, name: string): string[] => operands.get(name) ?? []
const one = (frame: Frame, name: string): string => all(frame, name).join('')

const raised = (text: string): string => (text === '' ? '' : `^${grouped(text)}`)
const lowered = (text: string): string => (text === '' ? '' : `_${grouped(text)}`)

const isAccent = (sign: string): boolean => /^\p{M}+$/u.test(sign)
/** A sign that Unicode can put above or below a letter is put there: x̅ is another value than x. */
const accented = (text: string, sign: string): string => {
  if (text === '' || sign === '') return text
  return isAccent(sign) ? ([...text].length === 1 ? text : grouped(text)) + sign : `${sign}(${text})`
}

const STRUCTURES = new Map<string, Combine>([
  [
    'f',
    (frame) => {
      const line = frame.signs.get('type') === 'noBar' ? '¦' : '/'
      return grouped(one(frame, 'num')) + line + grouped(one(frame, 'den'))
    },
  ],
  ['sSup', (frame) => one(frame, 'e') + raised(one(frame, 'sup'))],
  ['sSub', (frame) => one(frame, 'e') + lowered(one(frame, 'sub'))],
  ['sSubSup', (frame) => one(frame, 'e') + lowered(one(frame, 'sub')) + raised(one(frame, 'sup'))],
  ['sPre', (frame) => lowered(one(frame, 'sub')) + raised(one(frame, 'sup')) + one(frame, 'e')],
  ['rad', (frame) => `√${one(frame, 'deg') && `[${one(frame, 'deg')}]`}(${one(frame, 'e')})`],
  [
    'd',
    (frame) => {
      const sign = (name: string, otherwise: string) => frame.signs.get(name) ?? otherwise
      return sign('begChr', '(') + all(frame, 'e').join(sign('sepChr', '|')) + sign('endChr', ')')
    },
  ],
  [
    'nary',
    (frame) => {
      const limits = lowered(one(frame, 'sub')) + raised(one(frame, 'sup'))
      return `${frame.signs.get('chr') ?? '∫'}${limits} ${one(frame, 'e')}`
    },
  ],
  ['func', (frame) => `${one(frame, 'fName')} ${one(frame, 'e')}`],
  ['limLow', (frame) => one(frame, 'e') + lowered(one(frame, 'lim'))],
  ['limUpp', (frame) => one(frame, 'e') + raised(one(frame, 'lim'))],
  ['acc', (frame) => accented(one(frame, 'e'), frame.signs.get('chr') ?? '\u0302')],
  ['bar', (frame) => accented(one(frame, 'e'), frame.signs.get('pos') === 'top' ? '\u0305' : '\u0332')],
  ['mr', (frame) => all(frame, 'e').join(', ')],
  ['m', (frame) => all(frame, 'mr').join('; ')],
  ['eqArr', (frame) => all(frame, 'e').join('; ')],
])

const isFrame = (name: string): boolean => OPERANDS.has(name) || STRUCTURES.has(name)

/**
 * Reads an equation of Office as one line of text: 1/2, x^2, √(a+b). Its pieces in a row would read 12, x2 and a+b, and its
 * parentheses are no text at all.
 */
export class Equation {
  readonly #frames: Frame[] = [openFrame('oMath')]
  #depth = 0
  /** How many structures and operands are open below the deepest that is read as one; their text is read in a row. */
  #tooDeep = 0
  #isInText = false

  get isEnded(): boolean {
    return this.#depth === 0
  }

  open(name: string, attributes: Attributes): void {
    this.#depth++
    const frame = this.#frames.at(-1)
    if (name === 't') this.#isInText = true
    else if (SIGNS.has(name)) frame?.signs.set(name, attributeOf(attributes, 'val').slice(0, 10))
    else if (!isFrame(name)) return
    else if (this.#frames.length > MAX_DEPTH) this.#tooDeep++
    else this.#frames.push(openFrame(name))
  }

  addText(piece: string): void {
    const frame = this.#frames.at(-1)
    if (this.#isInText && frame) frame.text += piece
  }

  close(name: string): void {
    this.#depth--
    if (name === 't') this.#isInText = false
    else if (!isFrame(name)) return
    else if (this.#tooDeep > 0) this.#tooDeep--
    else this.#endFrame()
  }

  get text(): string {
    return this.#frames.map(({ text }) => text).join('')
  }

  #endFrame(): void {
    const frame = this.#frames.length > 1 ? this.#frames.pop() : undefined
    const parent = this.#frames.at(-1)
    if (!frame || !parent) return
    const text = STRUCTURES.get(frame.name)?.(frame) ?? ''
    // Text between operands, which no valid equation has, is read as well.
    const whole = frame.text + text
    const isOperand = OPERANDS.has(frame.name) && STRUCTURES.has(parent.name)
    if (!isOperand) {
      parent.text += whole
      return
    }
    const operands = parent.operands.get(frame.name) ?? []
    operands.push(whole)
    parent.operands.set(frame.name, operands)
  }
}
