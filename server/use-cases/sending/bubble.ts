// Turns a WhatsApp payload into the parts that a phone's bubble shows.
import type { OnPhone } from '../../../core/api/ledger.ts'
import type { Interactive, PayloadContent, TemplatePayload as SentTemplate } from '../../whatsapp/payload/shapes.ts'
import { fill } from '../../whatsapp/payload/template.ts'
import type { MessageTemplate } from '../../whatsapp/templates/choice.ts'
import { wordsIn } from '../../whatsapp/templates/draft.ts'

/** Null of what shows no words: a reaction, or a template that is not among `templates`. */
export function bubbleOf(content: PayloadContent, templates: MessageTemplate[]): OnPhone | null {
  switch (content.type) {
    case 'text':
      return { ...bare, body: content.text.body }
    case 'image':
      return { ...bare, body: content.image.caption ?? '', file: { kind: 'image', name: null } }
    case 'video':
      return { ...bare, body: content.video.caption ?? '', file: { kind: 'video', name: null } }
    case 'audio':
      return { ...bare, file: { kind: 'audio', name: null } }
    case 'document':
      return { ...bare, body: content.document.caption ?? '', file: { kind: 'document', name: content.document.filename } }
    case 'interactive':
      return withButtons(content.interactive)
    case 'template':
      return filled(content.template, templates)
    default:
      return null
  }
}

const bare: OnPhone = { header: null, body: '', footer: null, buttons: [], file: null }

function withButtons({ header, body, footer, ...rest }: Interactive): OnPhone {
  return { ...bare, header: header?.text ?? null, body: body.text, footer: footer?.text ?? null, buttons: titlesOf(rest) }
}

function titlesOf(rest: Pick<Interactive, 'type' | 'action'>): string[] {
  if ('buttons' in rest.action) return rest.action.buttons.map(button => button.reply.title)
  return [rest.action.button]
}

function filled({ name, language, components }: SentTemplate, templates: MessageTemplate[]): OnPhone | null {
  const known = templates.find(one => one.name === name && one.language === language.code)
  const words = known && wordsIn(known.components)
  if (!words) return null
  const values = components.flatMap(part => (part.type === 'body' ? part.parameters.map(one => [one.parameter_name, one.text]) : []))
  return { ...bare, body: fill(words.body, Object.fromEntries(values)), footer: words.footer, buttons: [words.show, words.pause] }
}
