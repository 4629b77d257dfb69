import type { Words } from '../../lib/i18n.ts'
import type { proseMessages } from './messages.ts'

export const ru: Words<typeof proseMessages> = {
  copy: 'Копировать',
  copied: 'Скопировано',
  fileMissing: (name) => `Файл не найден: ${name}`,
  fileFailed: 'Не удалось открыть файл. Попробуйте ещё раз.',
  table: 'Таблица',
  diagram: 'Диаграмма; её код ниже',
  diagramCode: 'Показать код',
  noDiagram: 'Диаграмму не удалось нарисовать',
  copyCode: 'Копировать код',
  tasks: { done: 'Сделано', open: 'Предстоит' },
}
