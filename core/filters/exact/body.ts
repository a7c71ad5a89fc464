// Reads the body of an email as sent, and the contents of its MIME parts (RFC 5173).
import type { MailView } from '../../message/view.ts'

/** If the source of the email was not stored, its text is what the view holds. */
export function bodyTexts(form: 'raw' | 'text', { source, body }: MailView): string[] {
  if (form === 'raw') return source && source.body !== '' ? [source.body] : []
  if (!source) return body === '' ? [] : [body]
  return source.parts.flatMap(part => part.text ?? [])
}

/** `text` matches every text type, `text/plain` only itself, an empty type every part; invalid types match nothing (RFC 5173 §4.2). */
export function contentByType(types: string[], { source }: MailView): string[] {
  const wanted = types.map(type => type.trim().toLowerCase())
  const isWanted = (type: string) => wanted.some(want => want === '' || (type !== '' && (want === type || type.startsWith(`${want}/`))))
  return source?.parts.flatMap(part => (isWanted(part.type) ? part.contents : [])) ?? []
}
