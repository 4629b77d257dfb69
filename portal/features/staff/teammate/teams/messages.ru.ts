import type { Words } from '../../../../lib/i18n.ts'
import type { teamsMessages } from './messages.ts'

export const ru: Words<typeof teamsMessages> = {
  text: 'Коллеги могут писать ему в Microsoft Teams через его собственного бота.',
  assistantText:
    'С ним можно переписываться в Microsoft Teams через вашего собственного бота. Он отвечает в чатах, которые вы разрешили.',
  stepCreate:
    'Создайте Azure Bot; нужна подписка Azure. Названия здесь – из английского интерфейса. Bot handle и resource group могут быть любыми. Тип приложения – Single Tenant, Microsoft App ID – новый, тариф – бесплатный. Затем Review + create, Create и Go to resource.',
  create: 'Создать Azure Bot',
  stepEndpoint: 'В разделе Settings откройте Configuration, введите этот адрес как messaging endpoint и нажмите Apply.',
  endpoint: 'Messaging endpoint',
  copyEndpoint: 'Копировать messaging endpoint',
  stepIds: 'На той же странице скопируйте Microsoft App ID и App Tenant ID.',
  stepSecret:
    'Рядом с App ID нажмите Manage Password, затем New client secret. Скопируйте значение, а не ID: Microsoft показывает его только сейчас.',
  stepChannel: 'Вернитесь к боту, откройте Channels, выберите Microsoft Teams и нажмите Apply.',
  stepConnect: 'Введите все три значения сюда.',
  appId: 'Microsoft App ID',
  tenantId: 'App Tenant ID',
  password: 'Client secret',
  passwordHint: 'Значение секрета. Здесь оно больше не будет показано.',
  notAnId: 'Это не ID. Он выглядит так: 1a2b3c4d-0000-0000-0000-5e6f7a8b9c0d.',
  credentialsRefused: (reason) => `Microsoft не принимает их: ${reason}`,
  refusals: {
    secretWrong: 'Microsoft не принимает этот client secret. Скопируйте его значение, а не ID.',
    secretExpired: 'Срок действия этого client secret истёк.',
    noSuchApp: 'В этом тенанте нет приложения с таким ID. Проверьте оба ID.',
    noSuchTenant: 'Microsoft не знает тенанта с таким ID.',
  },
  app: (id) => `Приложение ${id}`,
  package: 'Приложение для Teams',
  packageText:
    'Скачайте его, затем в Teams откройте Apps, Manage your apps, Upload an app. Чтобы предложить его всем, загрузите его в центре администрирования Teams.',
  download: 'Скачать приложение',
  invalidText: 'Microsoft больше не принимает client secret. Возможно, истёк его срок.',
  createAnother: 'В Azure откройте Configuration бота, Manage Password, New client secret и введите значение сюда.',
  waiting:
    'Чтобы проверить, добавьте приложение в Teams и напишите ему «Привет». Эта строка изменится, когда сообщение придёт.',
  arrived: 'Сообщения из Teams приходят сюда.',
  hint: 'В группах и каналах он отвечает на сообщения, где его упомянули, и на ответы в ветках, которые начались с упоминания.',
}
