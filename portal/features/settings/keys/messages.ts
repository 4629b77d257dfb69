import { catalogue } from '../../../lib/i18n.ts'

export const keyMessages = catalogue('settings/keys', {
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
})
