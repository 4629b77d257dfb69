import type { Words } from '../../../lib/i18n.ts'
import type { runMessages } from './messages.ts'

export const ru: Words<typeof runMessages> = {
  run: 'Запустить',
  title: 'Запуск вручную',
  text: 'Запускает процесс так, как он сохранён.',
  unsavedText: 'Запускает процесс так, как он выглядит здесь, с несохранёнными изменениями.',
  input: 'Входные данные',
  inputHint: 'То, с чем работает процесс. Шаг читает каждое значение по имени: {{input.имя}}.',
  inputWrong: 'Введите объект JSON, например {"name": "Robin"}.',
  isTest: 'Пробный запуск',
  isTestHint: 'Шаги с закреплёнными данными берут их вместо выполнения.',
  failed: 'Не удалось запустить процесс. Попробуйте ещё раз.',
  bar: 'Запуск',
  openLog: 'Открыть журнал',
  hide: 'Скрыть запуск',
  loading: 'Читаем запуск…',
  stepsLeftOut: (shown, total) => `Показаны первые ${shown} шагов из ${total}.`,
  statuses: {
    queued: 'Запуск ждёт очереди.',
    running: 'Выполняется.',
    suspended: 'Ждёт ответа или времени.',
    completed: 'Запуск завершён.',
    failed: 'Запуск не удался.',
    cancelled: 'Запуск остановлен.',
  },
  steps: {
    ahead: 'Ещё впереди',
    running: 'Выполняется',
    waiting: 'Ждёт',
    completed: 'Готов',
    failed: 'Не удался',
    skipped: 'Не выполнялся',
  },
  times: (count) => `${count} ×`,
  isPinned: 'Взял закреплённые данные',
}
