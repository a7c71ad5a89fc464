// Reads numbers and lengths from untrusted bytes without ever reading past their end.

/** A position in bytes. Reads beyond the end return less, or nothing. */
export interface ByteReader {
  u8(): number
  u16(): number
  u32(): number
  take(count: number): Uint8Array
  /** The number of bytes left. */
  left(): number
}

export function newByteReader(bytes: Uint8Array): ByteReader {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let at = 0
  const left = () => bytes.byteLength - at
  const number = (size: number, read: (at: number) => number): number => {
    if (left() < size) {
      at = bytes.byteLength
      return 0
    }
    const value = read(at)
    at += size
    return value
  }
  return {
    u8: () => number(1, place => view.getUint8(place)),
    u16: () => number(2, place => view.getUint16(place, true)),
    u32: () => number(4, place => view.getUint32(place, true)),
    take(count) {
      const taken = bytes.subarray(at, at + Math.min(Math.max(0, count), left()))
      at += taken.byteLength
      return taken
    },
    left,
  }
}

/** Decodes a Windows code page; unknown ones as Western European. */
export function decodeCodePage(bytes: Uint8Array, codePage: number): string {
  return untilNul(newDecoder(codePage).decode(bytes))
}

export const decodeUtf16 = (bytes: Uint8Array): string => untilNul(new TextDecoder('utf-16le').decode(bytes))

const untilNul = (text: string): string => text.replace(/\0[\s\S]*$/, '')

const codePages: Record<number, string> = {
  65001: 'utf-8',
  20127: 'windows-1252',
  28591: 'windows-1252',
  932: 'shift_jis',
  936: 'gbk',
  949: 'euc-kr',
  950: 'big5',
  20866: 'koi8-r',
}

function newDecoder(codePage: number): InstanceType<typeof TextDecoder> {
  try {
    return new TextDecoder(codePages[codePage] ?? `windows-${codePage}`)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
