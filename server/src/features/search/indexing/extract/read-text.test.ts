import { expect, test } from 'vitest'
import { decodeText } from './read-text.ts'

/** What spreadsheets save as CSV where nobody chooses UTF-8, in bytes. */
test.for([
  [
    'shift_jis',
    '8fa495692c89bf8a690a82a892832c8e4f9553897e82c582b7814295d4956982cd8e4f8f5c93fa88c893e082c582b7',
    '商品,価格\nお茶,三百円です。返品は三十日以内です',
  ],
  [
    'euc_jp',
    'bea6c9ca2cb2c1b3ca0aa4aac3e32cbbb0c9b4b1dfa4c7a4b9a1a3cad6c9caa4cfbbb0bdbdc6fcb0cac6e2a4c7a4b9',
    '商品,価格\nお茶,三百円です。返品は三十日以内です',
  ],
  [
    'gbk',
    'b2fac6b72cbcdbb8f10ac2ccb2e82cc8fdb0d9d4aa0acdcbbbf5d5feb2df2cc8fdcaaeccecc4dabfc9d2d4cdcbbbf5',
    '产品,价格\n绿茶,三百元\n退货政策,三十天内可以退货',
  ],
  [
    'big5',
    'b2a3ab7e2cbbf9aee60abaf1aff92ca454a6caa4b80ab068b366ac46b5a62ca454a451a4d1a4baa569a548b068b366',
    '產品,價格\n綠茶,三百元\n退貨政策,三十天內可以退貨',
  ],
  [
    'euc_kr',
    'bbf3c7b02cb0a1b0dd0ab3ecc2f72cbbefc3b5bff80ab9ddc7b0c0ba20bbefbdcac0cf20c0ccb3bbbfa120b0a1b4c9c7d5b4cfb4d9',
    '상품,가격\n녹차,삼천원\n반품은 삼십일 이내에 가능합니다',
  ],
  [
    'cp1251',
    'c8ecff3bd6e5ede00ad7e0e93bcffff2fc20f0f3e1ebe5e920e7e020f7e0f8eaf3',
    'Имя;Цена\nЧай;Пять рублей за чашку',
  ],
  [
    'cp1252',
    '4e616d653b53747261df650a4a6f73e93b47726fdf652054617373652066fc72208035',
    'Name;Straße\nJosé;Große Tasse für €5',
  ],
  [
    'iso-2022-jp',
    '1b24423e26494a1b28422c1b24423241334a1b28420a1b2442242a43631b28422c1b24423b304934315f2447243921234a56494a244f3b303d3d467c304a4662244724391b2842',
    '商品,価格\nお茶,三百円です。返品は三十日以内です',
  ],
  [
    'windows-1250 in Polish',
    '496d69ea3b4d696173746f3b55776167690a4af37a656620aff3b36b696577736b693b57726f63b361773b7a77726f742077206369b967752074727a79647a696573747520646e692c2070f39f6e69656a206a75bf206e6965',
    'Imię;Miasto;Uwagi\nJózef Żółkiewski;Wrocław;zwrot w ciągu trzydziestu dni, później już nie',
  ],
  [
    'windows-1250 in Czech',
    '4a6de96e6f3b4dec73746f0a50f8ed6c699a209e6c759d6f75e86bfd206bf9f220fa70ec6c20efe162656c736be920f364793bd8ede8616e79',
    'Jméno;Město\nPříliš žluťoučký kůň úpěl ďábelské ódy;Říčany',
  ],
  [
    'windows-1250 in Hungarian',
    '5465726de96b3bc1720a457264f56b6572fc6cf52066fb737a65726b65766572e96b3b68e1726f6d737ae17a20666f72696e742c2061206373fc74f67274f66b6920fc6ce97372f56c',
    'Termék;Ár\nErdőkerülő fűszerkeverék;háromszáz forint, a csütörtöki ülésről',
  ],
  [
    'iso-8859-2 in Polish',
    'ac72f364b36f3b4d696173746f0ab66c6564bc3ba3f364bc2c20637aeab6e620b66369b66c65207a7769b17a616e61207a206b7369b1bf6bb1',
    'Źródło;Miasto\nśledź;Łódź, część ściśle związana z książką',
  ],
  [
    'windows-1253',
    'bcedefece13bd4e9ecde0ad4f3dce93bd0ddedf4e520e5f5f1fe20f4ef20f6ebe9f4e6dcede92c20e5f0e9f3f4f1eff6ddf220e5edf4fcf220f4f1e9dcedf4e120e7ece5f1feed',
    'Όνομα;Τιμή\nΤσάι;Πέντε ευρώ το φλιτζάνι, επιστροφές εντός τριάντα ημερών',
  ],
  [
    'windows-1254',
    'dc72fc6e3b46697961740ac761793b4265fe206c6972612c20696164656c6572206f74757a2067fc6e2069e7696e646520796170fd6cfd722c207361f06cfdf0fd6efd7a61',
    'Ürün;Fiyat\nÇay;Beş lira, iadeler otuz gün içinde yapılır, sağlığınıza',
  ],
  [
    'windows-1255',
    'f9ed3beee7e9f80afae43be7eee9f9e420f9f7ece9ed20ecebe5f12c20e4e7e6f8e5fa20fae5ea20f9ece5f9e9ed20e9e5ed',
    'שם;מחיר\nתה;חמישה שקלים לכוס, החזרות תוך שלושים יום',
  ],
  [
    'windows-1256',
    'c7e1e3e4cacc3bc7e1d3dad10ad4c7ed3bcee3d3c920cfd1c7e5e320e1e1dfe6c820e6ede3dfe420c7e1c5d1ccc7da20cee1c7e120cbe1c7cbede420ede6e3c7',
    'المنتج;السعر\nشاي;خمسة دراهم للكوب ويمكن الإرجاع خلال ثلاثين يوما',
  ],
  [
    'windows-1257',
    '5072656beb3b4b61696e610ade616c696f6a69206172626174613b4772e0fe696e74692067616c696d612070657220747269736465f0696d74206469656ef82c20f065f069f820657572f8',
    'Prekė;Kaina\nŽalioji arbata;Grąžinti galima per trisdešimt dienų, šešių eurų',
  ],
  [
    'windows-874',
    'cad4b9a4e9d23bc3d2a4d20aaad2e0a2d5c2c73bcad2c1cad4babad2b720a4d7b9cad4b9a4e9d2e4b4e9c0d2c2e3b9cad2c1cad4bac7d1b9',
    'สินค้า;ราคา\nชาเขียว;สามสิบบาท คืนสินค้าได้ภายในสามสิบวัน',
  ],
  [
    'koi8-r',
    'e9cdd13be3c5cec10afec1ca3bf0d1d4d820d2d5c2ccc5ca20dac120dec1dbcbd52c20d7cfdad7d2c1d420d720d4c5dec5cec9c520d4d2c9c4c3c1d4c920c4cec5ca',
    'Имя;Цена\nЧай;Пять рублей за чашку, возврат в течение тридцати дней',
  ],
  [
    'cp866',
    '88acef3b96a5ada00a97a0a93b8fefe2ec20e0e3a1aba5a920a7a020e7a0e8aae32c20a2aea7a2e0a0e220a220e2a5e7a5ada8a520e2e0a8a4e6a0e2a820a4ada5a9',
    'Имя;Цена\nЧай;Пять рублей за чашку, возврат в течение тридцати дней',
  ],
  [
    'the encoding of a Mac',
    '4e616d653b53747261a7650a4a6f738e3b47726fa76520546173736520669f7220669f6e66204575726f2c207363689a6e652047729fa765',
    'Name;Straße\nJosé;Große Tasse für fünf Euro, schöne Grüße',
  ],
  [
    'windows-1251 in Serbian',
    'cff0eee8e7e2eee43bd6e5ede00ad7e0bc3bcfe5f220e4e8ede0f0e020e7e020f8ee9ae8f6f32c20e2f0e09ee09ce520f320f0eeeaf320eee420f2f0e8e4e5f1e5f220e4e0ede020ede8bce520eceee3f39ee5',
    'Производ;Цена\nЧај;Пет динара за шољицу, враћање у року од тридесет дана није могуће',
  ],
  [
    'windows-1251 in Macedonian',
    'cff0eee8e7e2eee43bd6e5ede00ad7e0bc3bd1e5eaeebc20e8ece020eff0e0e2ee20e4e020bce020e2f0e0f2e820ede0f0e0f7eae0f2e02c20ebf383e5f2ee209de520e4eee1e8bce0f220efe0f0e8',
    'Производ;Цена\nЧај;Секој има право да ја врати нарачката, луѓето ќе добијат пари',
  ],
  [
    'windows-1251 in Belarusian',
    'cde0e7e2e03bd6e0ede00ad7e0e93bcffff6fc20f0f3e1ebb8a220e7e020eaf3e1e0ea2c20e2fff0f2e0edede520ede020eff0e0f6ffe3f320f2f0fbf6f6e0f6b320e4e7b8ed',
    'Назва;Цана\nЧай;Пяць рублёў за кубак, вяртанне на працягу трыццаці дзён',
  ],
  [
    'windows-1251 with a capital that is a blank elsewhere',
    'cae0e6e4fbe920eaebe8e5edf220e8ece5e5f220eff0e0e2ee20ede020e2eee7e2f0e0f2',
    'Каждый клиент имеет право на возврат',
  ],
  [
    'windows-1250 of few words',
    '77737a7973746b6963683b637ab36f6e6bf3773b777370f36c6e6f7479',
    'wszystkich;członków;wspólnoty',
  ],
  [
    'the encoding of a Mac in Italian',
    '4f676e6920636c69656e7465206861206469726974746f20616c6c61207175616c6974882c20616e63686520696e206369747488',
    'Ogni cliente ha diritto alla qualità, anche in città',
  ],
])('a text in %s is read as it was written', ([, bytes = '', text]) => {
  expect(decodeText(Buffer.from(bytes, 'hex'))).toBe(text)
  const long = Buffer.from(`${bytes}0a`.repeat(5000), 'hex')
  expect(decodeText(long)).toBe(`${text}\n`.repeat(5000))
})

test('a page and an XML file are read in the encoding that they declare', () => {
  const cases = [
    ['<meta http-equiv="content-type" content="text/html; charset=windows-1251"><p>', 'd5e8f2', 'Хит'],
    ['<meta charset=iso-8859-2><p>', 'b3', 'ł'],
    ['<?xml version="1.0" encoding="ISO-8859-7"?><a>', 'f9', 'ω'],
    ['<?xml version="1.0" encoding="nonsense"?><a>', 'e9', 'é'],
  ]
  for (const [head = '', bytes = '', text = ''] of cases)
    expect(decodeText(Buffer.concat([Buffer.from(head), Buffer.from(bytes, 'hex')]))).toBe(head + text)
})

test('one bad byte does not turn a text of UTF-8 into nonsense', () => {
  const name = Buffer.from('Zoë Müller, Köln; größer als früher\n')
  expect(decodeText(Buffer.concat([name, Buffer.from('e9', 'hex'), name]))).toBe(`${name}\ufffd${name}`)
  expect(decodeText(name.subarray(0, 2 + 2 + 4))).toBe('Zoë Mü')
  expect(decodeText(Buffer.concat([Buffer.from('a;b\n'.repeat(50_000)), name, name.subarray(0, 3)]))).toContain(
    'größer',
  )
})

test.for([
  'naïve, a café and Müller GmbH',
  '25 °C, 12 m³, ½ a cup, 10 µm, 5 × 4 ± 1',
  'don’t “do” it – ever… for £5 or 5 €',
  'a footnote¹ and another², ª and º',
  'São Paulo and Søren, ÉTÉ À LA MER, ¿Qué?',
])('a few letters and signs of Western Europe stay what they are: %s', (text) => {
  const western = new TextDecoder('windows-1252')
  const codes = new Map(Array.from({ length: 256 }, (_, code) => [western.decode(Uint8Array.of(code)), code]))
  expect(decodeText(Uint8Array.from(text, (character) => codes.get(character) ?? 0))).toBe(text)
})

test.for([
  [
    'utf-16le in Russian without a mark',
    '18043c044f043b00260435043d0430040a002704300439043b00350020004004430431043b043504390420003704300420004704300448043a0443040a00',
    'Имя;Цена\nЧай;5 рублей за чашку\n',
  ],
  [
    'utf-16be in Chinese without a mark',
    '4ea754c1002c4ef7683c000a7eff8336002c003300205143000a90008d27653f7b56002c0033003000205929518553ef4ee590008d27000a',
    '产品,价格\n绿茶,3 元\n退货政策,30 天内可以退货\n',
  ],
])('a text in %s is read as it was written', ([, bytes = '', text]) => {
  expect(decodeText(Buffer.from(bytes, 'hex'))).toBe(text)
  expect(decodeText(Buffer.from(bytes.repeat(500), 'hex'))).toBe(text?.repeat(500))
})

test('zeros between words of ASCII are not two bytes a letter', () => {
  const text = 'one\0two\0three\0four\0five\0six\0seven'
  expect(decodeText(Buffer.from(text))).toBe(text)
})
