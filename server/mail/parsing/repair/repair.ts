// Repairs a raw message before it is parsed: wrong charsets, damaged heads and boundaries, flowed text, signed wrappers.
import { joinFlowed } from '../../../../core/message/flowed.ts'
import { chooseCharset, hasHighBytes } from './charset.ts'
import { type Entity, findParts, joinEntity, readHeader, readParameter, removeHeader, replaceHeader, splitEntity } from './entities.ts'
import { repairHeadText } from './headers.ts'
import { readSignedContent } from './signed-content.ts'

const maxDepth = 20
const maxTextBytes = 2 * 1024 * 1024

/** The same buffer where nothing is wrong. Linear time for each level of nesting. */
export function repairMail(raw: Buffer): Buffer {
  const mail = splitEntity(raw)
  const opened = openSigned(mail) ?? mail
  const repaired = repairEntity(opened, 0)
  const head = repairHeadText(repaired.head, raw)
  if (repaired === mail && head === mail.head && isWellSplit(raw, mail)) return raw
  return joinEntity({ ...repaired, head })
}

const isWellSplit = (raw: Buffer, { body, head }: Entity): boolean => raw.length - body.length - head.length <= 2

/** What an opaque signature holds takes its place. */
function openSigned({ head, body }: Entity): Entity | null {
  if (!/^application\/(?:x-)?pkcs7-mime\b/i.test(readHeader(head, 'content-type') ?? '')) return null
  const inner = readSignedContent(decodeBody(body, readHeader(head, 'content-transfer-encoding')))
  if (!inner) return null
  const own = ['content-type', 'content-transfer-encoding', 'content-disposition', 'content-description'].reduce(removeHeader, head)
  const entity = splitEntity(inner)
  return { head: own + (own.endsWith('\n') || own === '' ? '' : '\r\n') + entity.head, body: entity.body }
}

/** The same object where nothing is wrong. */
function repairEntity(entity: Entity, depth: number): Entity {
  const type = readHeader(entity.head, 'content-type')
  // A value that is no media type means plain text (RFC 2045 §5.2).
  if (type !== null && !/^[\w!#$&^.+-]+\s*\/\s*[\w!#$&^.+-]+/.test(type))
    return repairText({ ...entity, head: replaceHeader(entity.head, 'Content-Type', withCharset(type)) }, withCharset(type))
  if (/^multipart\//i.test(type ?? '')) return depth < maxDepth ? repairMultipart(entity, type ?? '', depth) : entity
  return type === null || /^text\/(?:plain|html)\b/i.test(type) ? repairText(entity, type ?? 'text/plain') : entity
}

function withCharset(type: string): string {
  const charset = readParameter(`;${type}`, 'charset')
  return charset ? `text/plain; charset="${charset}"` : 'text/plain'
}

function repairMultipart(entity: Entity, type: string, depth: number): Entity {
  const declared = readParameter(type, 'boundary')
  const found = declared === null ? [] : findParts(entity.body, declared)
  if (found.length > 0) return repairParts(entity, found, depth)
  const actual = guessBoundary(entity.body)
  if (actual === null) return entity
  const head = replaceHeader(entity.head, 'Content-Type', `${type.split(';')[0] ?? type}; boundary="${actual}"`)
  return repairParts({ ...entity, head }, findParts(entity.body, actual), depth)
}

const guessBytes = 64 * 1024

/** The first line that begins with two dashes above a part's head. */
const guessBoundary = (body: Buffer): string | null =>
  /^--([^\s"][^\r\n"]{0,70}?)[ \t]*\r?\n(?=content-[a-z-]{1,40}:)/im.exec(body.toString('latin1', 0, guessBytes))?.[1] ?? null

function repairParts(entity: Entity, parts: { from: number; to: number }[], depth: number): Entity {
  const pieces: Buffer[] = []
  let at = 0
  for (const { from, to } of parts) {
    const raw = entity.body.subarray(from, to)
    const part = splitEntity(raw)
    const repaired = repairEntity(part, depth + 1)
    if (repaired === part && isWellSplit(raw, part)) continue
    pieces.push(entity.body.subarray(at, from), joinEntity(repaired))
    at = to
  }
  return pieces.length === 0 ? entity : { ...entity, body: Buffer.concat([...pieces, entity.body.subarray(at)]) }
}

/** Written again as UTF-8, in base64 so that no line of it can be taken for a boundary. */
function repairText(entity: Entity, type: string): Entity {
  const encoding = readHeader(entity.head, 'content-transfer-encoding')
  const isFlowed = /^text\/plain\b/i.test(type) && /^flowed$/i.test(readParameter(type, 'format') ?? '')
  const isEncoded = /base64|quoted-printable/i.test(encoding ?? '')
  if (entity.body.length > maxTextBytes || (!isFlowed && !isEncoded && !hasHighBytes(entity.body))) return entity
  const bytes = decodeBody(entity.body, encoding)
  const label = readParameter(type, 'charset')
  const charset = chooseCharset(bytes, label, /^text\/html/i.test(type) ? readMetaCharset(bytes) : null)
  if (charset === null && !isFlowed) return entity
  const text = decodeText(bytes, charset ?? label ?? 'utf-8')
  if (text === null) return entity
  const joined = isFlowed ? joinFlowed(text.replaceAll('\r\n', '\n'), /^yes$/i.test(readParameter(type, 'delsp') ?? '')) : text
  const head = replaceHeader(entity.head, 'Content-Type', `${type.split(';')[0] ?? 'text/plain'}; charset=utf-8${nameOf(type)}`)
  return { head: replaceHeader(head, 'Content-Transfer-Encoding', 'base64'), body: toBase64(joined) }
}

/** A text part with a name may be a file. */
const nameOf = (type: string): string => {
  const name = readParameter(type, 'name')
  return name === null ? '' : `; name="${name}"`
}

const toBase64 = (text: string): Buffer => Buffer.from(`${Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n')}\r\n`)

const readMetaCharset = (page: Buffer): string | null =>
  /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{2,40})/i.exec(page.toString('latin1', 0, 4096))?.[1] ?? null

function decodeText(bytes: Buffer, charset: string): string | null {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return null
  }
}

function decodeBody(body: Buffer, encoding: string | null): Buffer {
  if (/base64/i.test(encoding ?? '')) return Buffer.from(body.toString('latin1'), 'base64')
  if (!/quoted-printable/i.test(encoding ?? '')) return body
  const text = body
    .toString('latin1')
    .replace(/[ \t]+(?=\r?\n)/g, '')
    .replace(/=\r?\n/g, '')
  return Buffer.from(
    text.replace(/=([0-9A-Fa-f]{2})/g, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )
}
