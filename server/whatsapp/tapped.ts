// What our buttons bring back when they are tapped; core/phone/said.ts reads it.

/** The mail or mails of a delivery; an announcement's opens the window, so that what it names comes. */
export const showPayload = (deliveryId: string): string => `show:${deliveryId}`

/** This phone rests for a day. */
export const pausePayload = 'pause:24'
