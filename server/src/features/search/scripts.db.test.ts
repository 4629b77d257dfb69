import { expect, test } from 'vitest'
import { testApp } from '#testing/app.ts'
import { hasVectors, searchAt, settled } from '#testing/storage/documents.ts'
import { givenStorage } from '#testing/storage/storage.ts'
import { givenToolCallers } from '#testing/storage/storage-tools.ts'

const app = await testApp()

type Case = { language: string; text: string; other: string; asked: string[]; letters: string[] }

/** `asked`: what finds the text and not the other one, by meaning; `letters`: in exact search. */
const cases: Case[] = [
  {
    language: 'Chinese',
    text: '退货政策：客户在购买后三十天内可以退货，退款会原路返回。',
    other: '食堂中午开门，晚上要关灯。',
    asked: [
      '退货',
      '退货政策是什么',
      '客户多久可以退款',
      '退',
      '３０ 退款',
      '退貨',
      '退貨政策是什麼',
      '客戶多久可以退款',
    ],
    letters: ['退货', '三十天内可以', '退货政策:客户'],
  },
  {
    language: 'Chinese in traditional characters',
    text: '發票在購買後六十天內開立，運費由賣家負擔。',
    other: '食堂中午開門，晚上要關燈。',
    asked: ['發票', '运费', '发票什么时候开立', '購買', '购买'],
    letters: ['發票', '六十天內'],
  },
  {
    language: 'Chinese as in Hong Kong',
    text: '衞生署提供枱燈。',
    other: '食堂中午開門，晚上要關門。',
    asked: ['卫生', '衛生', '台灯', '檯燈'],
    letters: ['衞生署'],
  },
  {
    language: 'Japanese',
    text: '返品は三十日以内に受け付けます。ﾊﾞｯﾃﾘｰの保証は二年です。',
    other: '食堂は正午に開きます。',
    asked: ['返品', '返品はいつまでできますか', 'バッテリー', '返した'],
    letters: ['返品', 'バッテリーの保証'],
  },
  {
    language: 'Korean',
    text: '환불은 카드로 처리되며 유급휴가는 이십팔일입니다.',
    other: '식당은 정오에 엽니다.',
    asked: ['환불', '휴가', '환불을 어떻게 하나요?'],
    letters: ['환불', '유급휴가'],
  },
  {
    language: 'Thai',
    text: 'ลูกค้าคืนสินค้าได้ภายในสามสิบวันและจะได้รับเงินคืนทางบัตร',
    other: 'โรงอาหารเปิดตอนเที่ยง',
    asked: ['คืนสินค้า', 'ขอเงินคืนอย่างไร'],
    letters: ['คืนสินค้า', 'เงินคืน'],
  },
  {
    language: 'German',
    text: 'Das Lager steht in der Hauptstraße neben dem Güterbahnhof.',
    other: 'Die Kantine öffnet um zwölf Uhr.',
    asked: ['Straße', 'Strasse', 'Guterbahnhof', 'In welcher Strasse ist das Lager?'],
    letters: ['HAUPTSTRASSE', 'hauptstraße', 'guterbahnhof', 'Gu\u0308terbahnhof'],
  },
  {
    language: 'Russian',
    text: 'Мёд доставляется самолётом.',
    other: 'Столовая открывается в полдень.',
    asked: ['мед', 'мёд', 'самолет', 'как доставляется мед?'],
    letters: ['мед', 'МЁД', 'самолетом'],
  },
  {
    language: 'Arabic',
    text: 'يُمكن إرجاع البضائع خلال ثلاثين يومًا.',
    other: 'يفتح المطعم عند الظهر.',
    asked: ['ارجاع', 'إرجاع', 'كيف يمكن ارجاع البضائع؟'],
    letters: ['يمكن ارجاع', 'يوما', 'يُمكن'],
  },
  {
    language: 'Hebrew',
    text: 'הָאַחֲרָיוּת מְכַסָּה מָנוֹעַ וְסוֹלְלָה.',
    other: 'חדר האוכל נפתח בצהריים.',
    asked: ['אחריות', 'סוללה', 'האם האחריות מכסה סוללה?'],
    letters: ['האחריות מכסה', 'סוללה'],
  },
  {
    language: 'Hindi',
    text: 'ग्राहक तीस दिनों में सामान वापस कर सकते हैं। फ़ोन पर बात करें।',
    other: 'कैंटीन दोपहर में खुलती है।',
    asked: ['वापस', 'फोन', 'फ़ोन'],
    letters: ['फोन', 'फ़ोन'],
  },
  {
    language: 'Arabic with digits of its own',
    text: 'سعر الاشتراك ٤٥٫٥ ديناراً في الشهر.',
    other: 'يفتح المطعم عند الظهر.',
    asked: ['45.5', '٤٥٫٥'],
    letters: ['45.5', '٤٥٫٥'],
  },
  {
    language: 'Urdu',
    text: 'واپسی ۳۰ دن کے اندر ممکن ہے۔ ہمارا دفتر یہاں ہے۔',
    other: 'کینٹین دوپہر کو کھلتی ہے۔',
    asked: ['واپسی', '30'],
    letters: ['همارا', '30 دن'],
  },
  {
    language: 'Ukrainian with any apostrophe',
    text: 'Об’єм пам’яті зазначено в договорі.',
    other: 'Їдальня відчиняється опівдні.',
    asked: ["об'єм", 'обʼєм', 'пам’ять'],
    letters: ["об'єм", 'обʼєм', "пам'яті"],
  },
  {
    language: 'English with typographic signs',
    text: 'The customer’s “silver” plan lasts 10–20 days at −5 °C.',
    other: 'The canteen opens at noon.',
    asked: ["customer's", '10-20 days'],
    letters: ["customer's", '"silver" plan', '10-20', '-5 °C', 'customer’s “silver”'],
  },
]

test.each(cases)(
  '$language is found by meaning and by letter, with and without marks',
  async ({ text, other, ...wanted }) => {
    await using given = await givenToolCallers(app)
    const { storage, ada } = given
    const outsider = (await givenStorage(app)).member
    await storage.folder('docs')
    await ada.share('docs', 'read')
    await storage.upload('right.md', text, 'docs')
    await storage.upload('wrong.md', other, 'docs')
    for (const path of ['docs/right.md', 'docs/wrong.md'])
      expect(await settled(storage, path)).toMatchObject({ index_state: 'Indexed' })
    // The same text, not indexed.
    await storage.upload('right.log', text, 'docs')

    for (const q of wanted.letters) {
      const { body } = await searchAt(storage, 'search', q)
      expect(body.results.map(({ path }: { path: string }) => path).toSorted(), q).toEqual([
        'docs/right.log',
        'docs/right.md',
      ])
      for (const { lines } of body.results) expect(lines, q).toMatchObject([{ line: 1, is_match: true }])
      expect((await searchAt(outsider, 'search', q)).body.matched_files).toBe(0)
      expect(await ada.json('search', { query: q }), q).toMatchObject({ matched_files: 2, truncated: false })
    }
    if (!(await hasVectors(app))) return
    for (const q of wanted.asked) {
      const { body } = await searchAt(storage, 'semantic-search', q)
      expect(
        body.results.map(({ path }: { path: string }) => path),
        q,
      ).toEqual(['docs/right.md'])
      expect((await searchAt(outsider, 'semantic-search', q)).body.results).toEqual([])
      const { results } = await ada.json('semantic_search', { query: q })
      expect(
        results.map(({ path }: { path: string }) => path),
        q,
      ).toEqual(['docs/right.md'])
    }
  },
)

const MB = 1024 * 1024

const hostile: [what: string, content: string][] = [
  ['a megabyte of Chinese without a space', '退货政策客户购买'.repeat(MB / 24)],
  ['a megabyte of Thai without a space', 'ลูกค้าคืนสินค้าได้'.repeat(MB / 54)],
  ['a megabyte of one Thai letter', 'ก'.repeat(MB / 3)],
  ['letters under thousands of accents', `a${'\u0301'.repeat(5000)}`.repeat(50)],
  ['ligatures of many letters', '\ufdfa'.repeat(50_000)],
  ['marks of direction between all letters', Array.from('returns policy').join('\u202e\u200f').repeat(2000)],
  ['a word of a megabyte', 'x'.repeat(MB)],
]

test.each(hostile)('%s is indexed and searched while others are served', async (_what, content) => {
  const { member } = await givenStorage(app)
  await member.upload('hostile.md', content)
  await member.upload('hostile.log', content)
  await member.upload('plain.md', 'The needle lies here.')
  let isOver = false
  const work = async () => {
    for (const name of ['hostile.md', 'plain.md'])
      expect(await settled(member, name)).toMatchObject({ index_state: 'Indexed' })
    const exact = await searchAt(member, 'search', 'needle')
    expect(exact.body).toMatchObject({ matched_files: 1, truncated: false })
    const part = await searchAt(member, 'search', content.slice(0, 100))
    expect([part.status, part.body.matched_files]).toEqual([200, 2])
    if (!(await hasVectors(app))) return
    const { status, body } = await searchAt(member, 'semantic-search', content.slice(0, 200))
    expect(status).toBe(200)
    expect(JSON.stringify(body)).not.toMatch(/\ufffd|\\ud/)
    const { results } = (await searchAt(member, 'semantic-search', 'needle')).body
    expect(results).toMatchObject([{ path: 'plain.md' }])
  }
  const working = work().finally(() => {
    isOver = true
  })
  while (!isOver) expect((await app.anyone.get('/health')).status).toBe(200)
  await working
})

test.each([
  ['half a character', '\ud83d'],
  ['accents alone', '\u0301\u0301\u0301'],
  ['marks of direction alone', '\u202e\u200f'],
  ['quotes and operators', `'退货' & | ! \\ :* <->`],
  ['two hundred characters without a space', '退货政策'.repeat(50)],
])('a question that is %s is answered', async (_what, q) => {
  const { member } = await givenStorage(app)
  await member.upload('plain.md', 'The needle lies here.')
  await settled(member, 'plain.md')
  const found = await searchAt(member, 'search', q.toWellFormed())
  expect([found.status, found.body.matched_files]).toEqual([200, 0])
  if (!(await hasVectors(app))) return
  const { status, body } = await searchAt(member, 'semantic-search', q.toWellFormed())
  expect([status, body.results]).toEqual([200, []])
})
