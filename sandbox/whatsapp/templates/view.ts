// A template as the Graph API returns it.
import { bodyText, footerText } from './fill.ts'
import type { StoredTemplate } from './stored.ts'

const defaultFields = ['name', 'parameter_format', 'components', 'language', 'status', 'category', 'id']
export const fieldNames = [...defaultFields, 'previous_category', 'message_send_ttl_seconds', 'quality_score', 'rejected_reason']

/** The requested fields, or the default ones; unset fields are left out. */
export function templateView(template: StoredTemplate, requested: string[] = defaultFields): Record<string, unknown> {
  const all: Record<string, unknown> = {
    id: template.id,
    name: template.name,
    parameter_format: template.format,
    components: viewComponents(template),
    language: template.language,
    status: template.status,
    category: template.category,
    previous_category: template.previousCategory,
    message_send_ttl_seconds: template.ttlSeconds,
    quality_score: { score: template.quality, date: Math.floor(template.editedAt / 1000) },
    rejected_reason: template.rejectedReason,
  }
  return Object.fromEntries([...requested, 'id'].map(name => [name, all[name]]).filter(([, value]) => value !== null))
}

/** For an authentication template Meta returns its own text, and the button as a URL button. */
function viewComponents(template: StoredTemplate): unknown[] {
  if (template.category !== 'AUTHENTICATION') return template.components
  const url = 'https://www.whatsapp.com/otp/code/?otp_type=COPY_CODE&code=otp'
  return template.components.map(component => {
    if (component.type === 'BODY') return { ...component, text: bodyText(template), example: { body_text: [['123456']] } }
    if (component.type === 'FOOTER') return { ...component, text: footerText(template) ?? '' }
    if (component.type !== 'BUTTONS') return component
    const urlButton = { type: 'URL', text: 'Copy code', url: `${url}{{1}}`, example: [`${url}123456`] }
    return {
      ...component,
      buttons: component.buttons.map(button => (button.type === 'OTP' ? { ...urlButton, text: button.text ?? urlButton.text } : button)),
    }
  })
}
