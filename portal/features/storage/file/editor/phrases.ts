/** What the editor says itself; its own English needs no entry. */
export const phrases: Record<'en' | 'ru', Record<string, string>> = {
  en: {},
  ru: {
    Find: 'Найти',
    Replace: 'Заменить',
    next: 'дальше',
    previous: 'назад',
    all: 'все',
    'match case': 'учитывать регистр',
    'by word': 'слово целиком',
    regexp: 'регулярное выражение',
    replace: 'заменить',
    'replace all': 'заменить все',
    close: 'закрыть',
    'current match': 'текущее совпадение',
    'replaced $ matches': 'заменено: $',
    'replaced match on line $': 'заменено в строке $',
    'on line': 'в строке',
    'Go to line': 'Перейти к строке',
    go: 'перейти',
  },
}
