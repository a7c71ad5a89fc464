// Builds a form with one file as multipart/form-data (RFC 7578).
import { randomToken } from '../foundation/seal.ts'

export interface Upload {
  bytes: Buffer
  mimeType: string
  filename: string
}

/** `fields` come before the file, whose field is named `file`. */
export function multipart(fields: Record<string, string>, { bytes, mimeType, filename }: Upload): { contentType: string; body: Buffer } {
  const boundary = randomToken(24)
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  )
  const file = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="${quoted(filename)}"\r\ncontent-type: ${mimeType}\r\n\r\n`
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    body: Buffer.concat([Buffer.from(parts.join('') + file), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  }
}

// RFC 7578 §4.2 as refined by the WHATWG: characters that would end the parameter are percent-encoded.
const quoted = (name: string): string => name.replace(/["\r\n]/g, character => encodeURIComponent(character))
