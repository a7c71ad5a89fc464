// Splits the input of a client into commands, including literals; keeps nothing between them.
import { type ImapCommand, parseCommand, quoteString } from './words.ts'

export interface CommandReader {
  feed(data: Buffer): void
}

const longestCommand = 1024 * 1024

/** `line` gets each line first and returns true for one that is not a command, such as DONE or a response to AUTHENTICATE. */
export function newReader(handlers: {
  onLine(text: string): boolean
  onCommand(onCommand: ImapCommand): void
  onContinue(): void
  onTooLong(): void
}): CommandReader {
  let rest: Buffer | null = null
  let partial = ''
  const readLine = (input: Buffer): Buffer | null => {
    const end = input.indexOf('\n')
    if (end < 0) return null
    const onLine = input.toString('latin1', 0, end).replace(/\r$/, '')
    const literal = /\{(\d+)(\+?)\}$/.exec(onLine)
    if (!literal) {
      const onCommand = partial + onLine
      partial = ''
      if (!handlers.onLine(onCommand)) handlers.onCommand(parseCommand(onCommand))
      return input.subarray(end + 1)
    }
    const sizeBytes = Number(literal[1])
    if (input.length < end + 1 + sizeBytes) {
      if (!literal[2] && input.length === end + 1) handlers.onContinue()
      return null
    }
    partial += onLine.slice(0, literal.index) + quoteString(input.toString('latin1', end + 1, end + 1 + sizeBytes))
    return input.subarray(end + 1 + sizeBytes)
  }
  return {
    feed(data) {
      let input: Buffer = rest ? Buffer.concat([rest, data]) : data
      for (let remaining = readLine(input); remaining; remaining = readLine(input)) input = remaining
      rest = input.length > 0 ? Buffer.from(input) : null
      if (partial.length + input.length > longestCommand) handlers.onTooLong()
    },
  }
}
