// What a message holds: its words as one plain text, the part that the phone draws, the files that it names.
import type { MediaKind, MediaRef } from './media/shapes.ts'
import type { Outgoing } from './shapes.ts'
import type { Shown } from './templates/fill.ts'

/** A message's words as one plain text, for lists and for checkers. */
export function plainText(message: Outgoing, shown: Shown | null): string {
  switch (message.type) {
    case 'text':
      return message.text.body
    case 'template':
      return [shown?.header?.kind === 'text' ? shown.header.text : '', shown?.body ?? ''].filter(Boolean).join('\n')
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

/** The part of a message that its type names: what the phone page draws. */
export function contentOf(message: Outgoing, shown: Shown | null): Record<string, unknown> {
  if (message.type === 'template') return { ...message.template, shown }
  if (message.type === 'contacts') return { contacts: message.contacts }
  return Reflect.get(message, message.type)
}

/** Every file of a message, a header's too. */
export function mediaOf(message: Outgoing): MediaRef[] {
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
