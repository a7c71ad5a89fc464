// Defines WhatsApp's limits for messages and files; an operator may change them with WHATSAPP_LIMITS.

/** Texts in UTF-16 units, files in bytes. Source: developers.facebook.com/documentation/business-messaging/whatsapp/messages. */
export const defaultLimits = {
  text: 4096,
  caption: 1024,
  interactiveBody: 1024,
  header: 60,
  footer: 60,
  buttons: 3,
  buttonId: 256,
  buttonTitle: 20,
  sections: 10,
  rows: 10,
  rowId: 200,
  rowTitle: 24,
  rowDescription: 72,
  callbackData: 512,
  templateBody: 1024,
  templateButtons: 10,
  templateButton: 25,
  templateName: 512,
  imageBytes: 5_242_880,
  audioBytes: 16_777_216,
  videoBytes: 16_777_216,
  documentBytes: 104_857_600,
}

export type WhatsAppLimits = typeof defaultLimits

/** Throws on unknown names and lists the valid ones. */
export function applyLimits(changes: Record<string, number>): WhatsAppLimits {
  const unknown = Object.keys(changes).filter(name => !(name in defaultLimits))
  if (unknown.length > 0)
    throw new Error(`WHATSAPP_LIMITS: unknown limit ${unknown.join(', ')}. Valid names are ${Object.keys(defaultLimits).join(', ')}.`)
  return { ...defaultLimits, ...changes }
}
