import type { Words } from '../../lib/i18n.ts'
import type { teammatesMessages } from './messages.ts'

export const ru: Words<typeof teammatesMessages> = {
  bundles: {
    read_files: { title: 'Читает файлы', text: 'Открывает файлы в доступных ему папках.' },
    search_files: { title: 'Ищет в файлах', text: 'Находит в этих папках слова и темы.' },
    edit_files: {
      title: 'Меняет файлы',
      text: 'Создаёт, правит, перемещает и удаляет файлы в папках, которые ему можно менять.',
    },
    link_files: {
      title: 'Даёт ссылки на файлы',
      text: 'Создаёт временные ссылки, чтобы другие сервисы могли открыть файл.',
    },
    make_files: { title: 'Создаёт файлы', text: 'Прикладывает к ответам таблицы, страницы и документы.' },
    call_apis: { title: 'Обращается к API', text: 'Открывает публичные веб-адреса и вызывает их.' },
    ask_people: { title: 'Зовёт человека', text: 'Передаёт команде разговоры, с которыми не справляется.' },
    ask_teammates: { title: 'Спрашивает коллег', text: 'Передаёт вопрос другому сотруднику и использует ответ.' },
  },
}
