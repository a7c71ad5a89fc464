// Reads the files and the text in winmail.dat (MS-OXTNEF), within limits and without ever throwing.
import { decodeCodePage, newByteReader } from './bytes.ts'
import { type Properties, type PropertyValue, readProperties } from './properties.ts'
import { unpackRtf } from './rtf.ts'

export interface TnefFile {
  name: string
  /** Empty when it has no name. */
  type: string
  bytes: Uint8Array
}

export interface Tnef {
  files: TnefFile[]
  /** `rtf` is decompressed RTF source. */
  body: { kind: 'text' | 'html' | 'rtf'; text: string } | null
}

const signature = 0x223e9f78
const maxFiles = 100
const maxAttributes = 5000
const maxDepth = 3
const defaultCodePage = 1252

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

/** Null when the bytes are not a TNEF stream. Includes the files of embedded emails. */
export function readTnef(bytes: Uint8Array): Tnef | null {
  const budget = { files: maxFiles }
  return readStream(bytes, 0, budget)
}

function readStream(bytes: Uint8Array, depth: number, budget: { files: number }): Tnef | null {
  const reader = newByteReader(bytes)
  if (bytes.byteLength < 6 || reader.u32() !== signature) return null
  reader.u16()
  const found: Found = { files: [], text: null, properties: new Map(), codePage: defaultCodePage }
  for (let n = 0; n < maxAttributes && reader.left() > 9; n++) {
    reader.u8()
    const id = reader.u32()
    addAttribute(found, id, reader.take(reader.u32()), budget)
    // The checksum proves nothing, so it is not verified.
    reader.u16()
  }
  return { files: found.files.flatMap(file => readFiles(file, depth, budget)), body: readBody(found) }
}

interface FileDraft {
  title: string | null
  data: Uint8Array | null
  properties: Properties
}

interface Found {
  files: FileDraft[]
  text: string | null
  properties: Properties
  codePage: number
}

function addAttribute(found: Found, id: number, data: Uint8Array, budget: { files: number }): void {
  const file = found.files.at(-1)
  if (id === attribute.oemCodePage) found.codePage = newByteReader(data).u32() || defaultCodePage
  else if (id === attribute.body) found.text ??= decodeCodePage(data, found.codePage)
  else if (id === attribute.messageProperties) found.properties = readProperties(data, found.codePage)
  else if (id === attribute.fileBegins) {
    if (budget.files > 0) found.files.push({ title: null, data: null, properties: new Map() })
    budget.files--
  } else if (!file) return
  else if (id === attribute.fileTitle) file.title = decodeCodePage(data, found.codePage)
  else if (id === attribute.fileData) file.data = data
  else if (id === attribute.fileProperties) file.properties = readProperties(data, found.codePage)
}

function readFiles({ title, data, properties }: FileDraft, depth: number, budget: { files: number }): TnefFile[] {
  const own = properties.get(property.data)
  const bytes = own?.kind === 'bytes' && own.bytes.byteLength > 0 ? own.bytes : (data ?? new Uint8Array())
  const inner = own?.kind === 'bytes' && own.isObject && depth < maxDepth ? readStream(bytes, depth + 1, budget) : null
  if (inner) return addTextFile(inner, title)
  const name =
    toText(properties.get(property.longFileName)) ||
    title ||
    toText(properties.get(property.fileName)) ||
    toText(properties.get(property.displayName))
  return [{ name, type: toText(properties.get(property.mimeType)).toLowerCase(), bytes }]
}

/** An embedded email contributes its files, and its text as another file. */
function addTextFile({ files, body }: Tnef, title: string | null): TnefFile[] {
  if (body === null || body.kind === 'rtf' || body.text.trim() === '') return files
  const [ending, type] = body.kind === 'html' ? ['html', 'text/html'] : ['txt', 'text/plain']
  return [{ name: `${title || 'mail'}.${ending}`, type, bytes: new TextEncoder().encode(body.text) }, ...files]
}

const toText = (value: PropertyValue | undefined): string => (value?.kind === 'text' ? value.text : '')

function readBody({ text, properties, codePage }: Found): Tnef['body'] {
  const page = properties.get(property.codePage)
  const htmlToChars = (value: PropertyValue) =>
    value.kind === 'bytes' ? decodeCodePage(value.bytes, page?.kind === 'number' ? page.number : codePage) : toText(value)
  const html = properties.get(property.html)
  if (html && htmlToChars(html).trim() !== '') return { kind: 'html', text: htmlToChars(html) }
  const plain = toText(properties.get(property.body)) || text || ''
  if (plain.trim() !== '') return { kind: 'text', text: plain }
  const packed = properties.get(property.rtf)
  const rtf = packed?.kind === 'bytes' ? unpackRtf(packed.bytes) : null
  return rtf === null ? null : { kind: 'rtf', text: rtf }
}
