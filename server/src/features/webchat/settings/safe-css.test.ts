import fc from 'fast-check'
import { expect, test } from 'vitest'
import { safeCss } from './safe-css.ts'

test('what only looks stays as it is', () => {
  const kept = [
    ':root{--primary-color:#123456;--x:calc(1px + 2%)}',
    '.a>b:hover::before{content:"“";transition:all .2s ease-in-out}',
    '@media (max-width:600px){.a{display:none!important}}',
    '@keyframes k{from{opacity:0}to{opacity:1}}',
    '.a{background:url(data:image/png;base64,AAAA)no-repeat}',
    '.a{background:linear-gradient(red,blue)}',
  ]
  for (const css of kept) expect(safeCss(css).replaceAll(/\s+/g, '')).toBe(css.replaceAll(/\s+/g, ''))
})

test('what loads or runs something, or ends the element, does not stay, however it is written', () => {
  const refused = [
    '@import "https://evil.example/x.css";',
    '@import url(//evil.example/x.css);',
    '@\\69mport "https://evil.example/x.css";',
    '@charset "utf-7"; @namespace x url(https://evil.example/);',
    'a{background:url(https://evil.example/x)}',
    'a{background:URL("//evil.example/x")}',
    'a{background:u\\72l(https://evil.example/x)}',
    'a{background:\\000075rl("https://evil.example/x")}',
    'a{background:url(data:text/html,evil.example)}',
    'a{background:url(javascript:evil.example)}',
    'a{background:image-set("https://evil.example/x" 1x)}',
    'a{background:-webkit-image-set(url(https://evil.example/x) 1x)}',
    'a{background:src("https://evil.example/x")}',
    'a{--x:url(https://evil.example/x);background:var(--x)}',
    '@font-face{font-family:x;src:url(https://evil.example/x)}',
    '@media screen{@supports (display:grid){a{cursor:url(https://evil.example/x),auto}}}',
    'a{width:expression(alert("evil.example"))}',
    'a{w\\69 dth:exp\\72 ession(alert("evil.example"))}',
    'a{behavior:url(evil.example.htc)}',
    'a{behavi\\6fr:url(data:image/png,evil.example)}',
    'a{-moz-binding:url(data:image/png,evil.example)}',
    'a{b{background:url(https://evil.example/x)}}',
    'a{background:url(https://evil.example/x',
    'a{background:url(https://evil.example/ x)}',
    '@document url(https://evil.example/){a{color:red}}',
  ]
  for (const css of refused) expect(safeCss(css), css).not.toMatch(/evil|@import|expression\(|behavior|binding/i)
  for (const css of [
    'a::before{content:"</style><script>alert(1)</script>"}',
    '/*!</style>*/a{color:red}',
    '</style>',
  ]) {
    expect(safeCss(css), css).not.toMatch(/<\/|<!--/)
  }
})

test('whatever is written, what is served of it is safe, and stays the same when it is served again', () => {
  const parts = [
    'a{',
    '}',
    'color:',
    'url(',
    ')',
    '"',
    "'",
    '\\',
    '@import ',
    '</style>',
    'x',
    ';',
    '/*',
    '*/',
    '//e.x',
    '\n',
    '@media x{',
  ]
  const css = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ maxLength: 3 })), { maxLength: 30 })
  const property = fc.property(css, (pieces) => {
    const safe = safeCss(pieces.join(''))
    expect(safe).not.toMatch(/<\/|@import/i)
    expect(safeCss(safe)).toBe(safe)
  })
  fc.assert(property, { seed: 20_261_122, numRuns: 2000 })
})
