// The contents of a message: its plain text, the part that the phone renders, and its files.
import type { MediaKind, MediaRef } from './media/shapes.ts'
import type { GraphMessage } from './shapes.ts'
import type { RenderedTemplate } from './templates/fill.ts'

/** A message as plain text, for lists and for tests. */
export function plainText(message: GraphMessage, rendered: RenderedTemplate | null): string {
  switch (message.type) {
    case 'text':
      return message.text.body
    case 'template':
      return [rendered?.header?.kind === 'text' ? rendered.header.text : '', rendered?.body ?? ''].filter(Boolean).join('\n')
    case 'interactive':
      return message.interactive.body.text
    case 'image':
      return message.image.caption ?? ''
    case 'video':
      return message.video.caption ?? ''
    case 'document':
      return message.document.caption ?? message.document.filename ?? ''
    case 'location':
      return message.location.name ?? `${message.location.latitude}, ${message.location.longitude}`
    case 'contacts':
      return message.contacts.map(one => one.name.formatted_name).join(', ')
    case 'reaction':
      return message.reaction.emoji
    default:
      return ''
  }
}

/** The part of a message named by its type, which the phone page renders. */
export function messageContent(message: GraphMessage, rendered: RenderedTemplate | null): Record<string, unknown> {
  if (message.type === 'template') return { ...message.template, shown: rendered }
  if (message.type === 'contacts') return { contacts: message.contacts }
  return Reflect.get(message, message.type)
}

/** All files of a message, including that of its header. */
export function messageMedia(message: GraphMessage): MediaRef[] {
  if (message.type === 'template')
    return (message.template.components ?? []).flatMap(part => (part.type === 'header' ? part.parameters.flatMap(headerMedia) : []))
  if (message.type === 'interactive') return message.interactive.header ? headerMedia(message.interactive.header) : []
  return headerMedia(message)
}

function headerMedia(part: { type: string }): MediaRef[] {
  const kinds: MediaKind[] = ['image', 'video', 'document', 'audio', 'sticker']
  const kind = kinds.find(one => one === part.type)
  if (!kind) return []
  const { id = null } = Reflect.get(part, kind)
  return [{ kind, id }]
}
