type ToolWords = Record<string, { title: string; text: string }>

/** What a teammate may call, as people switch it on and off. */
export const tools: ToolWords = {
  'storage.semantic_search': { title: 'Search files by meaning', text: 'Finds passages of documents about a subject.' },
  'storage.search': { title: 'Search in files', text: 'Finds files in which these very words stand.' },
  'storage.read_file': {
    title: 'Read files',
    text: 'Reads texts and documents of the folders that are shared with it.',
  },
  'storage.list': { title: 'List folders', text: 'Sees what lies in the folders that are shared with it.' },
  'storage.stat_file': { title: 'Look at files', text: 'Sees size, type and times of a file.' },
  'storage.get_temp_file_url': {
    title: 'Temporary links',
    text: 'Hands a document to another service by a link that opens until it has answered.',
  },
  'storage.write_file': { title: 'Write files', text: 'Makes and overwrites text files where it may write.' },
  'storage.edit_file': { title: 'Edit files', text: 'Changes pieces of text files where it may write.' },
  'storage.rename': { title: 'Rename', text: 'Renames files and folders where it may write.' },
  'storage.copy': { title: 'Copy', text: 'Copies files and folders to where it may write.' },
  'storage.move': { title: 'Move', text: 'Moves files and folders between folders where it may write.' },
  'storage.delete': { title: 'Delete', text: 'Moves files and folders to the trash, where it may write.' },
  http_request: { title: 'Web requests', text: 'Reads and calls public web addresses and APIs.' },
  'agent.call_teammate': { title: 'Ask colleagues', text: 'Asks another AI teammate and uses the answer.' },
}

export const toolsRu: ToolWords = {
  'storage.semantic_search': { title: 'Поиск файлов по смыслу', text: 'Находит в документах места на нужную тему.' },
  'storage.search': { title: 'Поиск в файлах', text: 'Находит файлы, где есть именно эти слова.' },
  'storage.read_file': { title: 'Чтение файлов', text: 'Читает тексты и документы из открытых ему папок.' },
  'storage.list': { title: 'Список файлов', text: 'Видит, что лежит в открытых ему папках.' },
  'storage.stat_file': { title: 'Сведения о файле', text: 'Видит размер, тип и время изменения файла.' },
  'storage.get_temp_file_url': {
    title: 'Временные ссылки',
    text: 'Передаёт документ другому сервису по ссылке, которая действует, пока он отвечает.',
  },
  'storage.write_file': { title: 'Запись файлов', text: 'Создаёт и перезаписывает тексты там, где ему можно писать.' },
  'storage.edit_file': { title: 'Правка файлов', text: 'Меняет части текстов там, где ему можно писать.' },
  'storage.rename': { title: 'Переименование', text: 'Переименовывает файлы и папки там, где ему можно писать.' },
  'storage.copy': { title: 'Копирование', text: 'Копирует файлы и папки туда, где ему можно писать.' },
  'storage.move': { title: 'Перемещение', text: 'Перемещает файлы и папки там, где ему можно писать.' },
  'storage.delete': { title: 'Удаление', text: 'Отправляет файлы и папки в корзину там, где ему можно писать.' },
  http_request: { title: 'Веб-запросы', text: 'Читает публичные адреса в интернете и обращается к API.' },
  'agent.call_teammate': { title: 'Спросить коллегу', text: 'Задаёт вопрос другому ИИ-сотруднику и учитывает ответ.' },
}
