// Turns a WhatsApp payload into the parts that a phone's bubble shows.
import type { OnPhone } from '../../../core/api/ledger.ts'
import type { Interactive, PayloadContent, TemplatePayload as SentTemplate } from '../../whatsapp/payload/shapes.ts'
import { fillBody } from '../../whatsapp/payload/template.ts'
import type { MessageTemplate } from '../../whatsapp/templates/choice.ts'
import { readTemplateTexts } from '../../whatsapp/templates/draft.ts'

/** Null when nothing would be readable: a reaction, or a template that is not in `templates`. */
export function toBubble(content: PayloadContent, templates: MessageTemplate[]): OnPhone | null {
  switch (content.type) {
    case 'text':
      return { ...empty, body: content.text.body }
    case 'image':
      return { ...empty, body: content.image.caption ?? '', file: { kind: 'image', name: null } }
    case 'video':
      return { ...empty, body: content.video.caption ?? '', file: { kind: 'video', name: null } }
    case 'audio':
      return { ...empty, file: { kind: 'audio', name: null } }
    case 'document':
      return { ...empty, body: content.document.caption ?? '', file: { kind: 'document', name: content.document.filename } }
    case 'interactive':
      return interactiveBubble(content.interactive)
    case 'template':
      return fillTemplate(content.template, templates)
    default:
      return null
  }
}

const empty: OnPhone = { header: null, body: '', footer: null, buttons: [], file: null }

function interactiveBubble({ header, body, footer, ...rest }: Interactive): OnPhone {
  return { ...empty, header: header?.text ?? null, body: body.text, footer: footer?.text ?? null, buttons: buttonTitles(rest) }
}

function buttonTitles(rest: Pick<Interactive, 'type' | 'action'>): string[] {
  if ('buttons' in rest.action) return rest.action.buttons.map(button => button.reply.title)
  return [rest.action.button]
}

function fillTemplate({ name, language, components }: SentTemplate, templates: MessageTemplate[]): OnPhone | null {
  const template = templates.find(candidate => candidate.name === name && candidate.language === language.code)
  const draft = template && readTemplateTexts(template.components)
  if (!draft) return null
  const values = components.flatMap(part =>
    part.type === 'body' ? part.parameters.map(parameter => [parameter.parameter_name, parameter.text]) : [],
  )
  return { ...empty, body: fillBody(draft.body, Object.fromEntries(values)), footer: draft.footer, buttons: [draft.show, draft.pause] }
}
