import { type Vendor, vendors } from '#contracts/parties.ts'
import { wordsOf } from '../../lib/i18n.ts'
import { modelMessages } from './messages.ts'

/** Vendors go by their own names; a custom server has none, and is called what it is in the reader’s language. */
export const vendorLabel = (vendor: Vendor): string =>
  vendor === 'custom' ? wordsOf(modelMessages).customServer : vendors[vendor].label
