// Takes a MIME entity apart into its head and its body, and a multipart body into its parts, as bytes.

export interface Entity {
  /** One character per octet, with its line ends; without the empty line. */
  head: string
  body: Buffer
}

const maxHeadBytes = 512 * 1024

/** The head ends with an empty line; a line of blanks counts where no header follows it, or no empty line. */
export function splitEntity(raw: Buffer): Entity {
  const head = raw.toString('latin1', 0, maxHeadBytes)
  const empty = /^\r?\n/.exec(head) ?? /\n\r?\n/.exec(head)
  const blank = /\n[ \t]+\r?\n/.exec(empty ? head.slice(0, empty.index + empty[0].length) : head)
  const isEnd = blank && (!empty || !isHeader(head.slice(blank.index + blank[0].length)))
  const end = isEnd ? blank : empty
  if (!end) return { head, body: raw.subarray(head.length) }
  // The line break before the empty line belongs to the head.
  const headEnd = end.index + (end[0].startsWith('\n') ? 1 : 0)
  return { head: head.slice(0, headEnd), body: raw.subarray(end.index + end[0].length) }
}

/** Or a line that continues one. */
const isHeader = (text: string): boolean => /^(?:[!-9;-~]{1,80}:|\r?\n|[ \t]+\S)/.test(text)

export const joinEntity = ({ head, body }: Entity): Buffer =>
  Buffer.concat([Buffer.from(head === '' || head.endsWith('\n') ? `${head}\r\n` : `${head}\r\n\r\n`, 'latin1'), body])

const headerPattern = (name: string): RegExp => new RegExp(`^${name}[ \\t]*:[^\\n]*(?:\\n[ \\t][^\\n]*)*\\n?`, 'im')

/** Unfolded; null where there is none. */
export function readHeader(head: string, name: string): string | null {
  const line = headerPattern(name).exec(head)?.[0]
  return line === undefined
    ? null
    : line
        .slice(line.indexOf(':') + 1)
        .replace(/\r?\n(?=[ \t])/g, '')
        .trim()
}

export function replaceHeader(head: string, name: string, value: string): string {
  const line = `${name}: ${value}\r\n`
  return headerPattern(name).test(head)
    ? head.replace(headerPattern(name), () => line)
    : `${head}${head === '' || head.endsWith('\n') ? '' : '\r\n'}${line}`
}

export const removeHeader = (head: string, name: string): string => head.replace(headerPattern(name), '')

export function readParameter(value: string, name: string): string | null {
  const found = new RegExp(`;\\s*${name}\\s*=\\s*(?:"([^"]*)"|([^\\s;"]+))`, 'i').exec(value)
  return found?.[1] ?? found?.[2] ?? null
}

/** The ranges of the parts between boundary lines (RFC 2046 §5.1.1); none where the boundary never occurs. */
export function findParts(body: Buffer, boundary: string): { from: number; to: number }[] {
  const mark = Buffer.from(`--${boundary}`, 'latin1')
  const parts: { from: number; to: number }[] = []
  let from: number | null = null
  for (let at = body.indexOf(mark); at >= 0; at = body.indexOf(mark, at + mark.length)) {
    if (at > 0 && body[at - 1] !== newline) continue
    const lineEnd = body.indexOf(newline, at)
    const rest = body.toString('latin1', at + mark.length, lineEnd < 0 ? body.length : lineEnd)
    if (!/^(?:--)?\s*$/.test(rest)) continue
    if (from !== null) parts.push({ from, to: Math.max(from, at - (body[at - 2] === 13 ? 2 : 1)) })
    from = lineEnd < 0 ? body.length : lineEnd + 1
    if (rest.startsWith('--')) return parts
  }
  if (from !== null) parts.push({ from, to: body.length })
  return parts
}

const newline = 0x0a
