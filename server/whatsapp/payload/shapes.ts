// The types of messages that we post to the Graph API.
// Source: developers.facebook.com/documentation/business-messaging/whatsapp/messages/send-messages.

/** A WhatsApp user: digits of the number, the business-scoped id, or both; at least one is known. */
export interface WhatsAppUser {
  waId: string | null
  waUserId: string | null
}

export interface ListRow {
  id: string
  title: string
  description?: string
}

export interface ListSection {
  title?: string
  rows: ListRow[]
}

interface Text {
  text: string
}

export type Interactive = { header?: { type: 'text'; text: string }; body: Text; footer?: Text } & (
  | { type: 'button'; action: { buttons: { type: 'reply'; reply: { id: string; title: string } }[] } }
  | { type: 'list'; action: { button: string; sections: ListSection[] } }
)

export interface TemplatePayload {
  name: string
  language: { code: string }
  components: (
    | { type: 'body'; parameters: { type: 'text'; parameter_name?: string; text: string }[] }
    | { type: 'button'; sub_type: 'url'; index: string; parameters: { type: 'text'; text: string }[] }
    | { type: 'button'; sub_type: 'quick_reply'; index: string; parameters: { type: 'payload'; payload: string }[] }
  )[]
}

interface Captioned {
  id: string
  caption?: string
}

export type PayloadContent =
  | { type: 'text'; text: { body: string; preview_url: boolean } }
  | { type: 'image'; image: Captioned }
  | { type: 'video'; video: Captioned }
  | { type: 'document'; document: Captioned & { filename: string } }
  | { type: 'audio'; audio: { id: string } }
  | { type: 'interactive'; interactive: Interactive }
  | { type: 'template'; template: TemplatePayload }

export type Payload = PayloadContent & {
  to?: string
  recipient?: string
  context?: { message_id: string }
  biz_opaque_callback_data?: string
  /** Direct Send: outside the window without a template (…/direct-send/api-reference). */
  category?: 'utility'
  ttl_seconds?: number
}
