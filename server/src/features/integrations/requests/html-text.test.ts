import { expect, test } from 'vitest'
import { htmlText } from './html-text.ts'

const MOST = 500_000
const filled = (shape: string) => shape.repeat(Math.ceil(MOST / shape.length))

test('a page is what a person would read of it', async () => {
  const page = `<!doctype html><html><head><title>Offer</title><meta charset="utf-8"><style>p { color: red }</style></head>
    <body><h1>Hello&nbsp;Ada</h1><p>You have <b>two</b> offers<br>and <a href="https://shop.example/a?b=1&amp;c=2">a shop</a>.</p>
    <ul><li>One</li><li>Two &lt;3</li></ul><table><tr><td>Sum</td><td>12</td></tr></table>
    <img src="a.png" alt="A cat"><a href="https://shop.example">https://shop.example</a></body></html>`
  expect(await htmlText(page)).toBe(
    [
      'Hello Ada\n',
      'You have two offers',
      'and a shop (https://shop.example/a?b=1&c=2) .\n',
      '- One\n',
      '- Two <3\n',
      'Sum | 12\n',
      '[A cat] https://shop.example',
    ].join('\n'),
  )
})

test('values of a table stay under their headings, also in the paragraphs that Outlook puts into cells', async () => {
  const row = (...cells: string[]) =>
    `<tr>${cells.map((cell) => `<td>\n<p class=MsoNormal>${cell}<o:p></o:p></p></td>`).join('')}</tr>`
  const table = `<table>${row('Region', 'Old', 'New')}${row('North', '&nbsp;', '12')}${row('South', '7', '&nbsp;')}</table>`
  const page = `<table><tr><td><p>Dear Ada,</p>${table}</td><td>&nbsp;</td></tr></table>`
  expect(await htmlText(page)).toBe('Dear Ada,\n\nRegion | Old | New\nNorth | | 12\nSouth | 7')
})

test('merged cells of a table move no value to another heading', async () => {
  const page = `<table><tr><th rowspan=2>Region</th><th colspan=2>Fee</th><th>Note</th></tr><tr><th>Old</th><th>New</th><th></th></tr>
    <tr><td>North</td><td>1</td><td>2</td><td>x</td></tr></table>`
  expect(await htmlText(page)).toBe('Region | Fee | | Note\n| Old | New\nNorth | 1 | 2 | x')
})

test('a table that lays out a page has no signs between its columns', async () => {
  const page = `<table><tr><td>&nbsp;</td><td><p>One</p><p>Two</p></td><td>Side</td></tr></table>
    <table><tr><td></td><td>Alone</td><td></td></tr></table>`
  expect(await htmlText(page)).toBe('One\n\nTwo\nSide\n\nAlone')
})

test.each([
  ['a script', 'a<script>if (1 < 2) b("</p>")</script>c'],
  ['a script that a longer name does not end', 'a<script>x</scripted>b</script>c'],
  ['a script without an end', 'ac<script>b'],
  ['a style, however it is written', 'a<STYLE type="text/css">b</style\n >c'],
  ['a comment', 'a<!-- b > b -->c'],
  ['a comment that holds another', 'a<!-- <!-- b -->c'],
  ['a comment that ends with a mark', 'a<!-- b --!>c'],
  ['an empty comment', 'a<!-->c'],
  ['a comment without an end', 'ac<!-- <p>b</p>'],
  ['a section of characters, which a page has not', 'a<![CDATA[b]]>c'],
  ['an instruction', 'a<?php b ?>c'],
  ['what is hidden', 'a<div hidden>b<div>b</div>b</div>c'],
  ['what has no size', 'a<span style="FONT-SIZE : 0.0px">b</span>c'],
  ['what nobody sees', 'a<span style="opacity:.0">b</span><i style="display:&#110;one">b</i>c'],
  ['a template', 'a<template><p>b</p></template>c'],
  ['a tag that is not over', 'ac<a href="b'],
  ['an attribute with the end of a tag in it', 'a<i title="b>b" lang=\'b>\'>c</i>'],
  ['an address that leads nowhere', '<a href="javascript:b">a</a><a href="data:b">c</a>'],
])('%s is not read', async (_name, page) => {
  expect((await htmlText(page)).replaceAll(/\s/g, '')).toBe('ac')
})

test.each([
  ['what is nearly hidden', '<span style="opacity:0.01">a</span><span style="font-size:10px">b</span>', 'ab'],
  ['a sign that begins no tag', 'a < b <3 </ c', 'a < b <3 </ c'],
  ['an entity, once,', '&amp;lt;p&amp;gt; &#x41;&#66; &nosuch; &#0;', '&lt;p&gt; AB &nosuch; \ufffd'],
  ['each line of a text that is laid out', 'a\nb<pre>c\r\nd <b>e\n\n\nf</b></pre>g\nh', 'a b\nc\nd e\n\nf\ng h'],
  ['what follows a head without an end', '<head><title>x</title><body>a', 'a'],
  ['what follows a tag that nobody opened', '</div></script></p>a', 'a'],
])('%s is read', async (_name, page, text) => {
  expect(await htmlText(page)).toBe(text)
})

test('a page of any shape is read in one pass', async () => {
  expect(await htmlText(`${'<div>'.repeat(90_000)}deep`)).toBe('deep')
  expect(await htmlText(`a<b title="${'x'.repeat(10_000_000)}">b</b>`)).toBe('a')
  expect((await htmlText('x'.repeat(10_000_000))).length).toBe(MOST)
  const shapes =
    '<table>|<table><tr><td>a|<tr><td rowspan=9>a<td colspan=9>b|<table></table>|<|</|<!|<!--|<!--->|<a |<a x="|<a x=\'|<a x=|<a x = |<a / |<script|<script>|</script|<script></script|<style><!--|<div hidden>|<a href="https://a">|<td>|&|&amp|&#x1F600;|&#| | <br> '
  for (const shape of shapes.split('|')) {
    for (const page of [filled(shape), `<a ${filled(shape)}`, `<script>${filled(shape)}`, `<p hidden>${filled(shape)}`])
      expect(typeof (await htmlText(page))).toBe('string')
  }
  // Read in quadratic time, so many take a minute.
  const zeros = filled(`<i style="opacity:${'0'.repeat(1900)}1">`)
  for (let page = 0; page < 60; page++) expect(await htmlText(zeros)).toBe('')
})
