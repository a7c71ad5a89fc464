// Picks the inline pictures that a reader would miss: photos, not logos, spacers, pixels or signatures.
import type { Attachment, Email } from 'postal-mime'
import { sizeOfPicture } from '../../../../core/message/pictures.ts'
import { textOfPart } from '../contents.ts'

const photo = { bytes: 20 * 1024, side: 200, area: 320 * 240 }
/** In a mail that says little the picture is what was sent. */
const said = { bytes: 3 * 1024, side: 100, area: 120 * 120 }
const fewLetters = 200
/** Wider or higher than this it is a banner or a line. */
const longest = 4

/** `part` stands in the text, or belongs to it. */
export function matters(part: Attachment, email: Email): boolean {
  if (!part.mimeType.startsWith('image/') || isMassMail(email) || isQuoted(part, email)) return false
  if (/logo|banner|signature|icon|spacer|footer|header|facebook|twitter|linkedin|instagram/i.test(part.filename ?? '')) return false
  const bytes = typeof part.content === 'string' ? Buffer.from(part.content) : new Uint8Array(part.content)
  const size = sizeOfPicture(bytes)
  if (!size || size.width === 0 || size.height === 0) return false
  const { width, height } = size
  const least = saysLittle(email) ? said : photo
  const isLong = Math.max(width, height) > longest * Math.min(width, height)
  return !isLong && bytes.byteLength >= least.bytes && Math.min(width, height) >= least.side && width * height >= least.area
}

const isMassMail = ({ headers }: Email): boolean => headers.some(({ key }) => key === 'list-unsubscribe' || key === 'feedback-id')

const htmlLetters = 512 * 1024
const quotation =
  /class=["']?(?:gmail_quote|moz-cite-prefix|yahoo_quoted|protonmail_quote)|id=["']?(?:divRplyFwdMsg|appendonsend)|<blockquote/i

/** Of an earlier mail: its reader has it. */
function isQuoted({ contentId }: Attachment, { html, inReplyTo }: Email): boolean {
  const id = (contentId ?? '').replace(/^<|>$/g, '')
  const page = (html ?? '').slice(0, htmlLetters)
  const quoted = quotation.exec(page)?.index ?? -1
  const at = id === '' ? -1 : page.indexOf(`cid:${id}`)
  return inReplyTo !== undefined && quoted >= 0 && at > quoted
}

const readLetters = 64 * 1024

function saysLittle({ text, html }: Email): boolean {
  const own = text?.trim() || (textOfPart('text/html', (html ?? '').slice(0, readLetters)) ?? '')
  return own.replace(/\s+/g, '').length < fewLetters
}
