import type { Words } from '../../../lib/i18n.ts'
import type { toolMessages } from './messages.ts'

export const ru: Words<typeof toolMessages> = {
  toolInput: 'Запрос',
  toolOutput: 'Результат',
  toolStates: { running: 'выполняется', done: 'готово', failed: 'ошибка' },
  payloadLater: (label) => `${label}: слишком велик, чтобы показать его, пока пишется ответ.`,
  load: (size) => `Показать (${size})`,
  loadPayload: (label, size) => `Показать: ${label.toLowerCase()} (${size})`,
  loadFailed: 'Не удалось загрузить подробности. Попробуйте ещё раз.',
  copyPayload: 'Скопировать целиком',
  tools: {
    workflow: 'Процесс',
    http_request: 'Запрос в интернет',
    'files.create': 'Создание файла',
    'agent.call_teammate': 'Вопрос коллеге',
    'conversation.request_operator': 'Просьба позвать человека',
    'storage.list': 'Список файлов',
    'storage.search': 'Поиск в файлах',
    'storage.semantic_search': 'Поиск файлов по смыслу',
    'storage.read_file': 'Чтение файла',
    'storage.stat_file': 'Сведения о файле',
    'storage.write_file': 'Запись файла',
    'storage.edit_file': 'Правка файла',
    'storage.rename': 'Переименование файла',
    'storage.copy': 'Копирование файла',
    'storage.move': 'Перемещение файла',
    'storage.delete': 'Удаление файла',
    'storage.get_temp_file_url': 'Ссылка на файл',
  },
}
