import { catalogue } from '../../../lib/i18n.ts'

export const keyMessages = catalogue('settings/keys', {
  title: 'API keys',
  text: 'For your own software and for the chat on your web pages.',
  failed: 'Couldn’t load keys',
  private: 'Private key',
  privateHint: 'For your servers: anyone who has it acts as your organization. Every copy is logged.',
  public: 'Public key',
  publicHint: 'For your web pages. Identifies your organization; safe to publish.',
  copyPrivate: 'Copy the private key',
  copyPublic: 'Copy the public key',
  rotate: 'Rotate',
  rotatePrivate: 'Rotate the private key',
  rotatePublic: 'Rotate the public key',
  rotatePrivateTitle: 'Rotate the private key?',
  rotatePrivateText:
    'The old key stops working immediately. Every server, script and agent that uses it needs the new one.',
  rotatePublicTitle: 'Rotate the public key?',
  rotatePublicText:
    'The old key stops working immediately. Web chats and public triggers on your pages stop until their addresses have the new one.',
  rotated: 'Key rotated',
  rotateFailed: 'Couldn’t rotate the key. The old one still works.',
})
