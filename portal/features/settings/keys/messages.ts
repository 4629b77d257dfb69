import { catalogue } from '../../../lib/i18n.ts'

export const keyMessages = catalogue(
  {
    title: 'Keys of the organization',
    text: 'For your own software and for the chat on your web pages.',
    failed: 'The keys could not be loaded',
    private: 'Private key',
    privateHint:
      'For your servers: whoever has it acts as your organization. It is fetched only to be copied, and that is recorded.',
    public: 'Public key',
    publicHint: 'For your web pages. It says which organization is meant and may be seen by everybody.',
    copyPrivate: 'Copy the private key',
    copyPublic: 'Copy the public key',
    rotate: 'Replace',
    rotatePrivate: 'Replace the private key',
    rotatePublic: 'Replace the public key',
    rotatePrivateTitle: 'Replace the private key?',
    rotatePrivateText:
      'The old key stops working at once: every server, script and agent that uses it is refused until it has the new one.',
    rotatePublicTitle: 'Replace the public key?',
    rotatePublicText:
      'The old key stops working at once: web chats and public triggers on your pages are silent until their addresses have the new one.',
    rotated: 'The key was replaced',
    rotateFailed: 'The key could not be replaced. The old one still works.',
  },
  {
    ru: {
      title: 'Ключи организации',
      text: 'Для ваших программ и для чата на ваших веб-страницах.',
      failed: 'Не удалось загрузить ключи',
      private: 'Закрытый ключ',
      privateHint:
        'Для ваших серверов: у кого он есть, тот действует от имени организации. Запрашивается только для копирования, и это записывается.',
      public: 'Открытый ключ',
      publicHint: 'Для ваших веб-страниц. Показывает, о какой организации речь, и может быть виден всем.',
      copyPrivate: 'Скопировать закрытый ключ',
      copyPublic: 'Скопировать открытый ключ',
      rotate: 'Заменить',
      rotatePrivate: 'Заменить закрытый ключ',
      rotatePublic: 'Заменить открытый ключ',
      rotatePrivateTitle: 'Заменить закрытый ключ?',
      rotatePrivateText:
        'Старый ключ сразу перестанет действовать: серверы, скрипты и агенты с ним получат отказ, пока не узнают новый.',
      rotatePublicTitle: 'Заменить открытый ключ?',
      rotatePublicText:
        'Старый ключ сразу перестанет действовать: веб-чаты и публичные триггеры на ваших страницах замолчат, пока в их адресах нет нового.',
      rotated: 'Ключ заменён',
      rotateFailed: 'Не удалось заменить ключ. Старый продолжает действовать.',
    },
  },
)
