// Reads the requested properties of a MAPI block (MS-OXTNEF §2.1.3.4).
import { type Reader, readerOf, textOfBytes, utf16Of } from './bytes.ts'

/** What a property holds; of several values the first. */
export type PropertyValue =
  | { kind: 'number'; number: number }
  | { kind: 'text'; text: string }
  | { kind: 'bytes'; bytes: Uint8Array; isObject: boolean }

export type Properties = ReadonlyMap<number, PropertyValue>

const mostProperties = 2000
const mostValues = 1000

/** A property whose type is not known ends the block: nobody can tell how long it is. */
export function propertiesOf(block: Uint8Array, codePage: number): Properties {
  const reader = readerOf(block)
  const found = new Map<number, PropertyValue>()
  const count = Math.min(reader.u32(), mostProperties)
  for (let n = 0; n < count && reader.left() >= 8; n++) {
    const type = reader.u16()
    const id = reader.u16()
    if (id >= 0x8000) skipName(reader)
    const value = valueOf(reader, type, codePage)
    if (value === 'unknown') break
    if (value && !found.has(id)) found.set(id, value)
  }
  return found
}

const guidBytes = 16

function skipName(reader: Reader): void {
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
const isMany = 0x1000
const iidBytes = 16

function valueOf(reader: Reader, type: number, codePage: number): PropertyValue | 'unknown' | null {
  const one = type & ~isMany
  const size = fixedBytes[one]
  if (size !== undefined) {
    const count = type & isMany ? Math.min(reader.u32(), mostValues) : 1
    const first = readerOf(reader.take(size * count))
    return one === 0x03 && count > 0 ? { kind: 'number', number: first.u32() } : null
  }
  if (!variable.has(one)) return 'unknown'
  const count = reader.u32()
  let value: PropertyValue | null = null
  for (let n = 0; n < count && n < mostValues && reader.left() > 0; n++) {
    const bytes = takePadded(reader)
    value ??= asValue(one, bytes, codePage)
  }
  return value
}

function asValue(type: number, bytes: Uint8Array, codePage: number): PropertyValue {
  if (type === 0x1e) return { kind: 'text', text: textOfBytes(bytes, codePage) }
  if (type === 0x1f) return { kind: 'text', text: utf16Of(bytes) }
  return type === 0x0d ? { kind: 'bytes', bytes: bytes.subarray(iidBytes), isObject: true } : { kind: 'bytes', bytes, isObject: false }
}

/** A length, so many bytes, and what fills them up to four. */
function takePadded(reader: Reader): Uint8Array {
  const length = reader.u32()
  const bytes = reader.take(length)
  reader.take((4 - (length % 4)) % 4)
  return bytes
}
