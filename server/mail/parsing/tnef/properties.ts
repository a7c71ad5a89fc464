// Reads the requested properties of a MAPI block (MS-OXTNEF §2.1.3.4).
import { type ByteReader, decodeCodePage, decodeUtf16, newByteReader } from './bytes.ts'

/** A property's value, or the first of several. */
export type PropertyValue =
  | { kind: 'number'; number: number }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array; isObject: boolean }

export type Properties = ReadonlyMap<number, PropertyValue>

const maxProperties = 2000
const maxValues = 1000

/** A property of unknown type ends the block, since its length can't be known. */
export function readProperties(block: Uint8Array, codePage: number): Properties {
  const reader = newByteReader(block)
  const found = new Map<number, PropertyValue>()
  const count = Math.min(reader.u32(), maxProperties)
  for (let n = 0; n < count && reader.left() >= 8; n++) {
    const type = reader.u16()
    const id = reader.u16()
    if (id >= 0x8000) skipName(reader)
    const value = readValue(reader, type, codePage)
    if (value === 'unknown') break
    if (value && !found.has(id)) found.set(id, value)
  }
  return found
}

const guidBytes = 16

function skipName(reader: ByteReader): void {
  reader.take(guidBytes)
  if (reader.u32() === 0) reader.u32()
  else takePadded(reader)
}

const fixedBytes: Record<number, number> = {
  0x02: 4,
  0x03: 4,
  0x04: 4,
  0x05: 8,
  0x06: 8,
  0x07: 8,
  0x0a: 4,
  0x0b: 4,
  0x14: 8,
  0x40: 8,
  0x48: 16,
}
const variable = new Set([0x0d, 0x1e, 0x1f, 0x102])
const multiValueFlag = 0x1000
const iidBytes = 16

function readValue(reader: ByteReader, type: number, codePage: number): PropertyValue | 'unknown' | null {
  const one = type & ~multiValueFlag
  const size = fixedBytes[one]
  if (size !== undefined) {
    const count = type & multiValueFlag ? Math.min(reader.u32(), maxValues) : 1
    const first = newByteReader(reader.take(size * count))
    return one === 0x03 && count > 0 ? { kind: 'number', number: first.u32() } : null
  }
  if (!variable.has(one)) return 'unknown'
  const count = reader.u32()
  let value: PropertyValue | null = null
  for (let n = 0; n < count && n < maxValues && reader.left() > 0; n++) {
    const bytes = takePadded(reader)
    value ??= toValue(one, bytes, codePage)
  }
  return value
}

function toValue(type: number, bytes: Uint8Array, codePage: number): PropertyValue {
  if (type === 0x1e) return { kind: 'text', text: decodeCodePage(bytes, codePage) }
  if (type === 0x1f) return { kind: 'text', text: decodeUtf16(bytes) }
  return type === 0x0d ? { kind: 'bytes', bytes: bytes.subarray(iidBytes), isObject: true } : { kind: 'bytes', bytes, isObject: false }
}

/** A length, that many bytes, and padding to a multiple of four. */
function takePadded(reader: ByteReader): Uint8Array {
  const length = reader.u32()
  const bytes = reader.take(length)
  reader.take((4 - (length % 4)) % 4)
  return bytes
}
