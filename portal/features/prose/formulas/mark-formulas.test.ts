import { expect, test } from 'vitest'
import { formulaOf, markFormulas } from './mark-formulas.ts'

/** The formulas of a text, as the code spans of its marked form have them. */
const formulas = (text: string, isStreaming = false) =>
  [...markFormulas(text, isStreaming).matchAll(/(?<!`)(`+)(?!`)([^\n]*?[^`])\1(?!`)/g)].flatMap(([, , code = '']) => {
    const formula = formulaOf(code)
    return formula ? [`${formula.kind}: ${formula.tex}`] : []
  })

test.each([
  ['Let $x_1 * y_2$ be', ['inline: x_1 * y_2']],
  ['so \\(a^2\\) and \\[b^2\\]', ['inline: a^2', 'display: b^2']],
  ['$$\n\\sum_{i=1}^n i\n$$', ['display: \\sum_{i=1}^n i']],
  ['$$x$$ and $$y$$', ['display: x', 'display: y']],
  ['($2x$), $3$, $n$-th, $a$.', ['inline: 2x', 'inline: 3', 'inline: n', 'inline: a']],
  ['$$a % a comment\n= b$$', ['display: a  = b']],
  ['$\\text{a `b` c}$', ['inline: \\text{a `b` c}']],
])('%s has formulas', (text, found) => {
  expect(formulas(text)).toEqual(found)
})

test.each([
  'It costs $5 and $6.',
  'From $20,000 to $30,000',
  'between $5-$10, or $5/$10',
  'about $5 or 10$ each',
  'US$5 and CA$6',
  'echo $HOME:$PATH and $HOME/bin:$PATH',
  'a \\$5 and \\$6',
  '`$x$` and ``a ` $y$``',
  '```\n$x$ and $$y$$\n```',
  '- ~~~tex\n  $$x$$\n  ~~~',
  'one $a\nb$ two',
  '$$\na\n\nb\n$$',
  '\\[ not closed',
  'regex \\d+\\(',
  `$${'x'.repeat(600)}$`,
])('%s has none, and stays as it is', (text) => {
  expect(markFormulas(text, false)).toBe(text)
})

test('behind code that is closed there are formulas again', () => {
  expect(formulas('```\n$x$\n```\n$y$ `a` $z$')).toEqual(['inline: y', 'inline: z'])
})

test('a formula in a table does not end its cell', () => {
  expect(markFormulas('| a |\n| --- |\n| $|x|$ |', false)).toContain('\\|x\\|')
})

test('while it is streamed, a formula that is not closed yet is shown as it grows, and only at the end', () => {
  expect(formulas('so $$\\frac{a}{b', true)).toEqual(['pending: \\frac{a}{b'])
  expect(formulas('so \\[a_b', true)).toEqual(['pending: a_b'])
  expect(formulas('so $$\\frac{a}{b', false)).toEqual([])
  expect(formulas('so $$ a\n\nand on', true)).toEqual([])
})

test('of very many formulas the first are drawn', () => {
  expect(formulas('$x$ '.repeat(10_000))).toHaveLength(300)
})

// A time that grew with the square of the text would end no test.
test.for(['$', '$$ a', '\\[', '`', '``` ', '$a ', '$a$', '~', '\n```', 'a``` ', '` ``'])(
  'a text of nothing but %j is read to its end',
  (sign) => {
    const text = sign.repeat(100_000)
    expect(markFormulas(text, true).length).toBeGreaterThanOrEqual(text.length)
  },
)
