import type { Words } from '../../../../lib/i18n.ts'
import type { slackBotMessages } from './messages.ts'

export const ru: Words<typeof slackBotMessages> = {
  text: 'Коллеги могут писать ему в Slack через его собственное приложение.',
  assistantText:
    'С ним можно переписываться в Slack через ваше собственное приложение. Он отвечает в личных чатах, которые вы разрешили.',
  stepCreate: 'Создайте приложение в Slack. По ссылке всё уже заполнено: выберите пространство, затем Next и Create.',
  create: 'Создать приложение',
  manifest: 'Если ссылка не работает: Create New App, From a manifest, и вставьте это.',
  copyManifest: 'Копировать манифест',
  manifestFailed: 'Не удалось загрузить манифест',
  stepVerify:
    'На странице приложения откройте Event Subscriptions. Request URL должен быть отмечен как Verified; если нет, нажмите Retry.',
  stepInstall: 'Откройте Install App и выберите Install to Workspace. Скопируйте появившийся Bot User OAuth Token.',
  stepSecret:
    'Откройте Basic Information. В разделе App Credentials рядом с Signing Secret нажмите Show и скопируйте его.',
  stepConnect: 'Вставьте оба значения сюда.',
  token: 'Bot User OAuth Token',
  tokenHint: 'Он начинается с xoxb-. Здесь он больше не будет показан.',
  secret: 'Signing Secret',
  secretHint: 'В нём 32 символа. Здесь он больше не будет показан.',
  notAToken: 'Это не токен бота. Скопируйте целиком тот, что начинается с xoxb-.',
  notASecret: 'Это не Signing Secret. Скопируйте все 32 символа.',
  tokenRefused: 'Slack не знает этого токена. Проверьте, что он скопирован целиком и что приложение установлено.',
  inWorkspace: (name) => `в ${name}`,
  scopes: (scopes) =>
    `Приложению не хватает разрешений: ${scopes}. Добавьте их в Slack в OAuth & Permissions и переустановите приложение.`,
  invalidText: 'Slack больше не принимает токен: приложение удалили из пространства или отозвали токен.',
  invalidReasons: {
    app_uninstalled: 'Slack больше не принимает токен: приложение удалили из пространства.',
    account_inactive: 'Slack больше не принимает токен: приложение удалили или пространство закрыли.',
    tokens_revoked: 'Slack больше не принимает токен: его отозвали.',
    token_revoked: 'Slack больше не принимает токен: его отозвали.',
    token_expired: 'Slack больше не принимает токен: его срок истёк.',
  },
  wrongSecret: 'Slack присылает сообщения, но Signing Secret не подходит, поэтому они отклоняются.',
  pasteSecret:
    'В Slack откройте Basic Information этого приложения, скопируйте Signing Secret и подключите бота заново с ним и с токеном.',
  pasteAnother: 'Установите приложение снова и вставьте его новый токен и Signing Secret.',
  waiting: (name) =>
    `Чтобы проверить, напишите «Привет» боту ${name} в Slack. Эта строка изменится, когда сообщение придёт. Если не изменится, проверьте в Slack, что в Event Subscriptions адрес Request URL отмечен как Verified.`,
  arrived: 'Сообщения из Slack приходят сюда.',
  assistantHint: 'В каналах он не отвечает.',
  hint: 'В каналах он отвечает на сообщения, где его упомянули, и на ответы в ветках, которые начались с упоминания.',
}
