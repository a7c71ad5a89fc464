// Picks the inline pictures that a reader would miss: photos, not logos, spacers, pixels or signatures.
import type { Attachment, Email } from 'postal-mime'
import { readPictureSize } from '../../../../core/message/pictures.ts'
import { readPartText } from '../contents.ts'

const photo = { bytes: 20 * 1024, side: 200, area: 320 * 240 }
/** In an email with little text, the picture is the message. */
const sparse = { bytes: 3 * 1024, side: 100, area: 120 * 120 }
const sparseChars = 200
/** A picture with a larger aspect ratio is a banner or a line. */
const maxRatio = 4

/** `part` is shown in the text or related to it. */
export function isWorthSending(part: Attachment, email: Email): boolean {
  if (!part.mimeType.startsWith('image/') || isMassMail(email) || isQuoted(part, email)) return false
  if (/logo|banner|signature|icon|spacer|footer|header|facebook|twitter|linkedin|instagram/i.test(part.filename ?? '')) return false
  const bytes = typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content)
  const size = readPictureSize(bytes)
  if (!size || size.width === 0 || size.height === 0) return false
  const { width, height } = size
  const least = hasLittleText(email) ? sparse : photo
  const isLong = Math.max(width, height) > maxRatio * Math.min(width, height)
  return !isLong && bytes.byteLength >= least.bytes && Math.min(width, height) >= least.side && width * height >= least.area
}

const isMassMail = ({ headers }: Email): boolean => headers.some(({ key }) => key === 'list-unsubscribe' || key === 'feedback-id')

const maxHtmlChars = 512 * 1024
const quotation =
  /class=["']?(?:gmail_quote|moz-cite-prefix|yahoo_quoted|protonmail_quote)|id=["']?(?:divRplyFwdMsg|appendonsend)|<blockquote/i

/** In a quotation of an earlier email, which the reader already has. */
function isQuoted({ contentId }: Attachment, { html, inReplyTo }: Email): boolean {
  const id = (contentId ?? '').replace(/^<|>$/g, '')
  const page = (html ?? '').slice(0, maxHtmlChars)
  const quoted = quotation.exec(page)?.index ?? -1
  const at = id === '' ? -1 : page.indexOf(`cid:${id}`)
  return inReplyTo !== undefined && quoted >= 0 && at > quoted
}

const maxTextChars = 64 * 1024

function hasLittleText({ text, html }: Email): boolean {
  const own = text?.trim() || (readPartText('text/html', (html ?? '').slice(0, maxTextChars)) ?? '')
  return own.replace(/\s+/g, '').length < sparseChars
}
