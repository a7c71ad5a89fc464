// Opens winmail.dat (MS-OXTNEF): the files and the text in it. Bounded; never throws.
import { readerOf, textOfBytes } from './bytes.ts'
import { type Properties, type PropertyValue, propertiesOf } from './properties.ts'
import { unpackRtf } from './rtf.ts'

export interface TnefFile {
  name: string
  /** Empty where it names none. */
  type: string
  bytes: Uint8Array
}

export interface Tnef {
  files: TnefFile[]
  /** `rtf` is unpacked, as it is written. */
  body: { kind: 'text' | 'html' | 'rtf'; text: string } | null
}

const signature = 0x223e9f78
const mostFiles = 100
const mostAttributes = 5000
const deepest = 3
const usualCodePage = 1252

const attribute = {
  oemCodePage: 0x00069007,
  body: 0x0002800c,
  messageProperties: 0x00069003,
  fileBegins: 0x00069002,
  fileTitle: 0x00018010,
  fileData: 0x0006800f,
  fileProperties: 0x00069005,
}

const property = {
  data: 0x3701,
  fileName: 0x3704,
  longFileName: 0x3707,
  displayName: 0x3001,
  mimeType: 0x370e,
  body: 0x1000,
  html: 0x1013,
  rtf: 0x1009,
  codePage: 0x3fde,
}

/** Null where the bytes are no such stream. Mails that lie within it give their files too. */
export function readTnef(bytes: Uint8Array): Tnef | null {
  const budget = { files: mostFiles }
  return readStream(bytes, 0, budget)
}

function readStream(bytes: Uint8Array, depth: number, budget: { files: number }): Tnef | null {
  const reader = readerOf(bytes)
  if (bytes.byteLength < 6 || reader.u32() !== signature) return null
  reader.u16()
  const found: Found = { files: [], text: null, properties: new Map(), codePage: usualCodePage }
  for (let n = 0; n < mostAttributes && reader.left() > 9; n++) {
    reader.u8()
    const id = reader.u32()
    take(found, id, reader.take(reader.u32()), budget)
    // The checksum is nobody's proof of anything.
    reader.u16()
  }
  return { files: found.files.flatMap(file => opened(file, depth, budget)), body: bodyOf(found) }
}

interface Draft {
  title: string | null
  data: Uint8Array | null
  properties: Properties
}

interface Found {
  files: Draft[]
  text: string | null
  properties: Properties
  codePage: number
}

function take(found: Found, id: number, data: Uint8Array, budget: { files: number }): void {
  const file = found.files.at(-1)
  if (id === attribute.oemCodePage) found.codePage = readerOf(data).u32() || usualCodePage
  else if (id === attribute.body) found.text ??= textOfBytes(data, found.codePage)
  else if (id === attribute.messageProperties) found.properties = propertiesOf(data, found.codePage)
  else if (id === attribute.fileBegins) {
    if (budget.files > 0) found.files.push({ title: null, data: null, properties: new Map() })
    budget.files--
  } else if (!file) return
  else if (id === attribute.fileTitle) file.title = textOfBytes(data, found.codePage)
  else if (id === attribute.fileData) file.data = data
  else if (id === attribute.fileProperties) file.properties = propertiesOf(data, found.codePage)
}

function opened({ title, data, properties }: Draft, depth: number, budget: { files: number }): TnefFile[] {
  const own = properties.get(property.data)
  const bytes = own?.kind === 'bytes' && own.bytes.byteLength > 0 ? own.bytes : (data ?? new Uint8Array())
  const inner = own?.kind === 'bytes' && own.isObject && depth < deepest ? readStream(bytes, depth + 1, budget) : null
  if (inner) return withText(inner, title)
  const name =
    textOf(properties.get(property.longFileName)) ||
    title ||
    textOf(properties.get(property.fileName)) ||
    textOf(properties.get(property.displayName))
  return [{ name, type: textOf(properties.get(property.mimeType)).toLowerCase(), bytes }]
}

/** A mail within the mail is its files, and its text as one more. */
function withText({ files, body }: Tnef, title: string | null): TnefFile[] {
  if (body === null || body.kind === 'rtf' || body.text.trim() === '') return files
  const [ending, type] = body.kind === 'html' ? ['html', 'text/html'] : ['txt', 'text/plain']
  return [{ name: `${title || 'mail'}.${ending}`, type, bytes: new TextEncoder().encode(body.text) }, ...files]
}

const textOf = (value: PropertyValue | undefined): string => (value?.kind === 'text' ? value.text : '')

function bodyOf({ text, properties, codePage }: Found): Tnef['body'] {
  const page = properties.get(property.codePage)
  const letters = (value: PropertyValue) =>
    value.kind === 'bytes' ? textOfBytes(value.bytes, page?.kind === 'number' ? page.number : codePage) : textOf(value)
  const html = properties.get(property.html)
  if (html && letters(html).trim() !== '') return { kind: 'html', text: letters(html) }
  const plain = textOf(properties.get(property.body)) || text || ''
  if (plain.trim() !== '') return { kind: 'text', text: plain }
  const packed = properties.get(property.rtf)
  const rtf = packed?.kind === 'bytes' ? unpackRtf(packed.bytes) : null
  return rtf === null ? null : { kind: 'rtf', text: rtf }
}
