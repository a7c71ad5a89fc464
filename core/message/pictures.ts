// Reads the size of a PNG, JPEG, GIF or WebP picture from its first bytes.

export interface PictureSize {
  width: number
  height: number
}

/** Null for other formats, or if the size is not in these bytes. */
export function readPictureSize(bytes: Uint8Array): PictureSize | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  if (bytes.length < 26) return null
  if (view.getUint32(0) === 0x89504e47) return { width: view.getUint32(16), height: view.getUint32(20) }
  if (view.getUint32(0) === 0x47494638) return { width: view.getUint16(6, true), height: view.getUint16(8, true) }
  if (view.getUint16(0) === 0xffd8) return readJpegSize(bytes, view)
  if (view.getUint32(0) === 0x52494646 && view.getUint32(8) === 0x57454250) return readWebpSize(bytes, view)
  return null
}

const maxSegments = 500

/** The first frame header (ITU T.81 §B.2.2): any of SOF0 to SOF15 but the tables between them. */
function readJpegSize(bytes: Uint8Array, view: DataView): PictureSize | null {
  for (let at = 2, n = 0; n < maxSegments && at + 9 < bytes.length; n++) {
    const marker = bytes[at + 1] ?? 0
    if (bytes[at] !== 0xff) return null
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      return { width: view.getUint16(at + 7), height: view.getUint16(at + 5) }
    at += 2 + view.getUint16(at + 2)
  }
  return null
}

function readWebpSize(bytes: Uint8Array, view: DataView): PictureSize | null {
  if (bytes.length < 30) return null
  const kind = bytes[15]
  if (kind === 0x58) return { width: 1 + (view.getUint32(24, true) & 0xffffff), height: 1 + (view.getUint32(26, true) >>> 8) }
  if (kind === 0x4c) return { width: 1 + (view.getUint16(21, true) & 0x3fff), height: 1 + ((view.getUint32(21, true) >>> 14) & 0x3fff) }
  return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff }
}
