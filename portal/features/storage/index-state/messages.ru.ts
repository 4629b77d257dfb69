import type { Words } from '../../../lib/i18n.ts'
import type { indexStateMessages } from './messages.ts'

export const ru: Words<typeof indexStateMessages> = {
  notSearchable: 'По этому файлу нельзя искать.',
  reasons: {
    'The PDF has no text; its pages may be pictures': 'В PDF нет текста: возможно, его страницы — изображения',
    'The PDF is protected by a password': 'PDF защищён паролем',
    'The file is not a readable PDF': 'PDF не читается: возможно, он повреждён',
    'The document is protected by a password or was saved by an old version of Office':
      'Документ защищён паролем или сохранён старой версией Office',
    'The file is not a readable Office document': 'Документ Office не читается: возможно, он повреждён',
    'The document is damaged': 'Документ повреждён',
    'The document is encrypted': 'Документ зашифрован',
    'The document is larger than 25 MB when it is unpacked': 'В распакованном виде документ больше 25 МБ',
    'The document has no text': 'В документе нет текста',
    'The file is not text': 'Это не текстовый файл',
    'The indexing was interrupted 3 times': 'Индексация прервалась три раза',
  },
}
