// A template as the Graph API gives it.
import { bodyTextOf, footerOf } from './fill.ts'
import type { Stored } from './stored.ts'

const usual = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id']
export const fieldNames = [...usual, 'previous_category', 'message_send_ttl_seconds', 'quality_score', 'rejected_reason']

/** The asked fields, or the usual ones; what is not set is left out. */
export function viewOf(template: Stored, asked: string[] = usual): Record<string, unknown> {
  const all: Record<string, unknown> = {
    id: template.id,
    name: template.name,
    parameter_format: template.format,
    components: componentsOf(template),
    language: template.language,
    status: template.status,
    category: template.category,
    previous_category: template.previousCategory,
    message_send_ttl_seconds: template.ttlSeconds,
    quality_score: { score: template.quality, date: Math.floor(template.editedAt / 1000) },
    rejected_reason: template.rejectedReason,
  }
  return Object.fromEntries([...asked, 'id'].map(name => [name, all[name]]).filter(([, value]) => value !== null))
}

/** Of an authentication template Meta gives the words that it wrote, and its button as the link that it becomes. */
function componentsOf(template: Stored): unknown[] {
  if (template.category !== 'AUTHENTICATION') return template.components
  const url = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp'
  return template.components.map(one => {
    if (one.type === 'BODY') return { ...one, text: bodyTextOf(template), example: { body_text: [['123456']] } }
    if (one.type === 'FOOTER') return { ...one, text: footerOf(template) ?? '' }
    if (one.type !== 'BUTTONS') return one
    const shown = { type: 'URL', text: 'Copy code', url: `${url}{{1}}`, example: [`${url}123456`] }
    return { ...one, buttons: one.buttons.map(button => (button.type === 'OTP' ? { ...shown, text: button.text ?? shown.text } : button)) }
  })
}
