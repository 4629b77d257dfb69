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
])('a text in %s is read as it was written', ([, bytes = '', text]) => {
  expect(decodeText(Buffer.from(bytes, 'hex'))).toBe(text)
  const long = Buffer.from(`${bytes}0a`.repeat(5000), 'hex')
  expect(decodeText(long)).toBe(`${text}\n`.repeat(5000))
})
