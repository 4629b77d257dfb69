import type { Vendor } from './parties.ts'

/** Whose realtime models can be called; those of the others have a voice for which there is no use yet. */
const realtimeVendors: readonly Vendor[] = ['vendor_1', 'vendor_3']

/** Whether a model holds a call by itself: it hears, answers and speaks. */
export const canTalk = ({ is_realtime, provider }: { is_realtime: boolean; provider: Vendor }): boolean =>
  is_realtime && realtimeVendors.includes(provider)
