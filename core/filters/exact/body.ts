// The body of a mail as it was sent, and the contents of its parts (RFC 5173).
import type { MailView } from '../../message/view.ts'

/** Of a mail whose source was not kept its text is what the view holds of it. */
export function textsOfBody(form: 'raw' | 'text', { source, body }: MailView): string[] {
  if (form === 'raw') return source && source.body !== '' ? [source.body] : []
  if (!source) return body === '' ? [] : [body]
  return source.parts.flatMap(part => part.text ?? [])
}

/** `text` is every text, `text/plain` that alone, nothing at all every part; what is no type fits none (RFC 5173 §4.2). */
export function contentOfTypes(types: string[], { source }: MailView): string[] {
  const wanted = types.map(type => type.trim().toLowerCase())
  const isWanted = (type: string) => wanted.some(want => want === '' || (type !== '' && (want === type || type.startsWith(`${want}/`))))
  return source?.parts.flatMap(part => (isWanted(part.type) ? part.contents : [])) ?? []
}
